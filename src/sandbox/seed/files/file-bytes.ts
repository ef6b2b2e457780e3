import type { Calendar } from '../calendar.js';
import type { FileName } from '../content/files.js';
import { writePdf } from './pdf.js';
import { pictures } from './pictures.js';
import { drawPng } from './png.js';

/** The content of a seed file. */
export function bytesOf(file: FileName, calendar: Calendar): Uint8Array {
  const picture = pictures[file];
  return picture ? drawPng(picture) : (writers[file]?.(calendar) ?? new Uint8Array());
}

const writers: Readonly<Partial<Record<FileName, (calendar: Calendar) => Uint8Array>>> = {
  tabletLog: ({ ago }) => Buffer.from(writeTabletLog(ago(34.4).slice(0, 10))),
  mailLog: ({ ago }) => Buffer.from(writeMailLog(ago(13.4).slice(0, 10))),
  crew: () => Buffer.from(crewList),
  // In Latin-1, as old spreadsheets write it.
  order: () => Buffer.from(orderLines, 'latin1'),
  names: () => Buffer.from(`\ufeff${nameList}`),
  roster: () => writePdf(roster),
  invoice: () => writePdf(invoice),
};

function writeTabletLog(day: string): string {
  const lines = [`${day}T06:11:58.104Z INFO  tablet 07 build 214 battery 81%`];
  for (let second = 2; second < 94; second += 1) {
    const at = `${day}T06:${second < 60 ? 12 : 13}:${String(second % 60).padStart(2, '0')}.${String((second * 37) % 1000).padStart(3, '0')}Z`;
    if (second % 23 === 4)
      lines.push(`${at} ERROR PUT /roster/cells/${8800 + second} failed: net::ERR_INTERNET_DISCONNECTED`);
    else if (second % 7 === 0) lines.push(`${at} WARN  wifi rssi -${80 + (second % 11)} dBm`);
  }
  lines.push(
    `${day}T06:13:36.020Z INFO  wifi up after 94 s`,
    `${day}T06:13:36.911Z INFO  GET /roster/weeks/current 200`,
  );
  return `${lines.join('\n')}\n`;
}

function writeMailLog(day: string): string {
  const lines = [`${day} 09:12:04 relay certificate renewed, reload skipped`];
  for (let minute = 13; minute < 53; minute += 1) {
    const id = (0xa17c + minute * 613).toString(16).toUpperCase();
    lines.push(
      `${day} 09:${minute}:${String((minute * 17) % 60).padStart(2, '0')} ${id}: to=<…@…>, status=deferred (TLS handshake failed)`,
    );
  }
  lines.push(
    `${day} 14:20:11 relay reloaded`,
    `${day} 14:20:12 queue: 1904 messages`,
    `${day} 14:51:40 queue: 0 messages`,
  );
  return `${lines.join('\n')}\n`;
}

const crewList = `number;name;ship;certificates
000388;"Aaltonen, Pekka";Kittiwake;basic,medical
000417;"Ærø, Lise";Kittiwake;basic,medical,radio
000512;"D'Souza, Anthony";Fulmar;basic,medical,crowd
000640;"Guðjónsdóttir, Björk";Fulmar;basic,medical
000711;"Ohno, Junichi";pool;basic
000842;"Šimić, Ante ""Tonči""";Kittiwake;basic,medical,radio,crowd
`;

const orderLines = `Artikel;Bezeichnung;Seite;Größe;Menge\r
10482;Einlage, maßgefertigt;links;42;1\r
10482;Einlage, maßgefertigt;rechts;42½;1\r
20017;"Fersenkeil ""weich""";beide;;2\r
31190;Kniebandage für Müller, G.;links;L;1\r
`;

const nameList = `氏名,パスポート,名簿
大野 純一,OHNO JUNICHI,Oono Jun-ichi
小林 優子,KOBAYASHI YUKO,Kobayashi Yuuko
`;

const roster = [
  'Kittiwake, week 46',
  'Master               Ærø, Lise               06:00-14:00   every day',
  'Chief mate         Aaltonen, Pekka      14:00-22:00   Mon-Fri',
  'Cook                 Guðjónsdóttir, B.      05:00-13:00   every day',
  'Deck                 Ohno, Junichi          22:00-06:00   Tue, Wed, Thu',
  "Times are the ship's clock. Rest hours checked.",
];

const invoice = [
  'Rechnung 2026-0417',
  'Einlagen, Paar                84,45 EUR',
  'Einlagen, Paar                84,45 EUR',
  'Fersenkeil                         3,87 EUR',
  'Summe netto                 172,77 EUR',
  'Umsatzsteuer 19 %          32,84 EUR',
  'Rechnungsbetrag           205,61 EUR',
];
