/** A PDF with one A4 page of these lines, the first as its heading. Characters beyond Latin-1 become `?`. */
export function writePdf(lines: readonly string[]): Uint8Array {
  const content = `BT\n/F1 18 Tf\n56 780 Td\n${lines.map(showLine).join('\n')}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  // The file is Latin-1, so characters are bytes and offsets can be counted in characters.
  let file = '%PDF-1.4\n%âãÏÓ\n';
  const offsets: number[] = [];
  objects.forEach((object, index) => {
    offsets.push(file.length);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries}`;
  file += `${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

function showLine(line: string, index: number): string {
  const text = line.replace(/[^\u0020-\u00ff]/g, '?').replace(/[\\()]/g, '\\$&');
  return index === 0 ? `(${text}) Tj\n/F1 11 Tf` : `0 -22 Td\n(${text}) Tj`;
}
