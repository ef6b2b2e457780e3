/** The names and types of the seed's files; ../files/file-bytes.ts writes them. */
export const files = {
  chart: { name: 'lost-changes-per-day.png', mime: 'image/png' },
  sketch: { name: 'roster-sketch.png', mime: 'image/png' },
  photo: { name: 'IMG_4127 (quay).png', mime: 'image/png' },
  tabletLog: { name: 'quay-tablet-07.log', mime: 'text/plain' },
  mailLog: { name: 'mail-queue.log', mime: 'text/plain' },
  crew: { name: 'crew-list.csv', mime: 'text/csv' },
  order: { name: 'Bestellung März "neu" – Entwurf (2).csv', mime: 'text/csv' },
  names: { name: '乗組員名簿.csv', mime: 'text/csv' },
  roster: { name: 'roster-week-46.pdf', mime: 'application/pdf' },
  invoice: { name: 'Rechnung 2026-0417 (Übersicht).pdf', mime: 'application/pdf' },
} as const satisfies Record<string, { readonly name: string; readonly mime: string }>;

export type FileName = keyof typeof files;
