/** A full name and the local part of the address that goes with it. */
export type Name = readonly [full: string, mail: string];

/** A person of the sandbox; `joined` is in workdays ago. */
export interface PersonDraft {
  /** The name, and others like it for worlds with another number. */
  readonly names: readonly [Name, ...Name[]];
  readonly domain: string;
  readonly joined: number;
  readonly preferences?: Readonly<Record<string, unknown>>;
}

/** Everyone in the sandbox, by the name that the texts of the seed use. */
export const people = {
  mara: {
    names: [['Mara Lindqvist', 'mara']],
    domain: 'lantern.example',
    joined: 480,
    preferences: { theme: 'light', notifications: { wikiUpdated: { email: 'off', inApp: true } } },
  },
  priya: {
    names: [
      ['Priya Raghunathan', 'priya'],
      ['Ananya Krishnamurthy', 'ananya'],
    ],
    domain: 'lantern.example',
    joined: 470,
  },
  sean: {
    names: [
      ["Seán O'Connor", 'sean'],
      ["Niall O'Dwyer", 'niall'],
      ["Ruairí O'Shea", 'ruairi'],
    ],
    domain: 'lantern.example',
    joined: 410,
    preferences: { theme: 'system', density: 'compact', defaultLanding: '/tickets' },
  },
  lukasz: {
    names: [
      ['Łukasz Wójcik', 'lukasz'],
      ['Michał Żeleński', 'michal'],
      ['Jiří Dvořák', 'jiri'],
    ],
    domain: 'lantern.example',
    joined: 460,
    preferences: { density: 'compact', quietHours: { enabled: true, start: '18:30', end: '08:30', weekends: true } },
  },
  zoe: {
    names: [
      ['Zoë Baptiste', 'zoe'],
      ['Chloé Lefèvre', 'chloe'],
    ],
    domain: 'lantern.example',
    joined: 300,
  },
  misaki: {
    names: [
      ['田中 美咲', 'misaki'],
      ['佐藤 陽菜', 'hina'],
      ['高橋 結衣', 'yui'],
    ],
    domain: 'lantern.example',
    joined: 220,
    preferences: { weekStartsOn: 0, digest: { frequency: 'hourly', hour: 9 } },
  },
  ines: {
    names: [
      ['Inês Tavares', 'ines'],
      ['Conceição Brandão', 'conceicao'],
    ],
    domain: 'lantern.example',
    joined: 290,
    preferences: { notificationScope: { tickets: 'participating', chat: 'mentions' } },
  },
  sigrid: {
    names: [
      ['Sigrid Ødegård', 'sigrid.odegard'],
      ['Åse Bjørnstad', 'aase.bjornstad'],
    ],
    domain: 'scandia-maritime.example',
    joined: 260,
  },
  jonas: {
    names: [
      ['Jónas Þórsson', 'jonas.thorsson'],
      ['Guðmundur Ægisson', 'gudmundur.aegisson'],
    ],
    domain: 'scandia-maritime.example',
    joined: 255,
  },
  annika: {
    names: [
      ['Annika Björk', 'annika.bjork'],
      ['Malin Sjöberg', 'malin.sjoberg'],
    ],
    domain: 'scandia-maritime.example',
    joined: 250,
  },
  emeka: {
    names: [
      ['Emeka Nwosu', 'emeka.nwosu'],
      ['Chinedu Okafor', 'chinedu.okafor'],
    ],
    domain: 'scandia-maritime.example',
    joined: 120,
  },
  hannelore: {
    names: [['Dr. Hannelore Bergmann', 'h.bergmann']],
    domain: 'bergmann-ortho.example',
    joined: 240,
    preferences: { theme: 'light', digest: { frequency: 'daily', hour: 7 } },
  },
  jurgen: {
    names: [
      ['Jürgen Weiß', 'j.weiss'],
      ['Günther Größl', 'g.groessl'],
    ],
    domain: 'bergmann-ortho.example',
    joined: 238,
    preferences: { locale: 'de', theme: 'light' },
  },
  petra: {
    names: [
      ['Petra Müller-Lüdenscheidt', 'p.mueller-luedenscheidt'],
      ['Käthe Höß-Übel', 'k.hoess-uebel'],
    ],
    domain: 'bergmann-ortho.example',
    joined: 200,
  },
  jose: {
    names: [
      ['José Ángel Muñoz', 'jose'],
      ['Raúl Ibáñez Peña', 'raul'],
    ],
    domain: 'casa-azul.example',
    joined: 230,
  },
  huong: {
    names: [
      ['Nguyễn Thị Hương', 'huong'],
      ['Trần Ngọc Ánh', 'anh'],
    ],
    domain: 'casa-azul.example',
    joined: 62,
  },
  lucia: {
    names: [
      ['Lucía Fernández de la Vega', 'lucia'],
      ['Begoña Núñez Ordóñez', 'begona'],
    ],
    domain: 'casa-azul.example',
    joined: 228,
  },
  noa: {
    names: [
      ['נועה לוי', 'noa'],
      ['ياسمين حداد', 'yasmin'],
    ],
    domain: 'casa-azul.example',
    joined: 90,
  },
  olena: {
    names: [
      ['Олена Шевчук', 'olena.shevchuk'],
      ['Оксана Ґалаґан', 'oksana.galagan'],
    ],
    domain: 'freelance.example',
    joined: 75,
  },
  theo: {
    names: [
      ['Theo Adeyemi-Clarke', 'theo'],
      ['Femi Whitcombe', 'femi'],
    ],
    domain: 'quill-and-moss.example',
    joined: 9,
  },
} as const satisfies Record<string, PersonDraft>;

export type PersonName = keyof typeof people;

/** The name of a person in the world with this number; the first one in world 1. */
export function nameOf(key: PersonName, number: number): string {
  return identityOf(key, number)[0];
}

/** The same with the local part of the email address. */
export function identityOf(key: PersonName, number: number): Name {
  const { names }: PersonDraft = people[key];
  return names[Math.abs(number - 1) % names.length] ?? names[0];
}

/** What colleagues call somebody with this full name. */
export function givenNameOf(name: string): string {
  const words = name.replace(/^Dr\. /, '').split(' ');
  // East Asian names put the family first, and so do Vietnamese ones, whose given name is the last word.
  const isFamilyFirst = /[\u3040-\u9fff\uac00-\ud7af]/.test(name) || /^(Nguyễn|Trần) /.test(name);
  return (isFamilyFirst ? words.at(-1) : words[0]) ?? name;
}
