// Puts what Node reads when it starts into a Node binary for Linux, and leaves out the symbols. postject, which does this for
// other systems, takes many times as long here, and needs symbols to be stripped by a tool.

const type = { load: 1, interpreter: 3, note: 4, table: 6 };
const headerSize = 56;

/** The largest pages of the processors it may run on. */
const pageSize = 0x10000;

/**
 * A 64-bit ELF program with a note `name` that has these bytes, in a segment of its own after all others. The table of
 * segments grows by one, in place: the interpreter's path moves to where the program's old notes were, which only
 * debuggers read. Throws an Error if they were elsewhere.
 */
export function injectElf(elf, name, bytes) {
  const headers = readHeaders(elf);
  const [table, interpreter, note] = ['table', 'interpreter', 'note'].map((which) =>
    headers.find((each) => each.type === type[which]),
  );
  const loads = headers.filter((each) => each.type === type.load);
  const end = Math.max(...headers.map(({ offset, fileSize }) => offset + fileSize));
  const room = table.offset + table.fileSize + headerSize;
  if (interpreter.offset + headerSize !== room || room + interpreter.fileSize > note.offset + note.fileSize)
    throw new Error('this Node binary has no room for another segment');
  const path = elf.subarray(interpreter.offset, interpreter.offset + interpreter.fileSize);

  const content = Buffer.concat([noteHead(name, bytes), bytes]);
  const start = roundUp(end, pageSize);
  const address = roundUp(Math.max(...loads.map((each) => each.address + each.memorySize)), pageSize);
  const place = { offset: start, address, fileSize: content.length, memorySize: content.length, flags: 4 };
  const added = { ...place, type: type.load, align: pageSize };
  const changed = headers.flatMap((each) => {
    if (each === table)
      return [{ ...each, fileSize: each.fileSize + headerSize, memorySize: each.memorySize + headerSize }];
    if (each === interpreter) return [{ ...each, offset: room, address: each.address + headerSize }];
    if (each === note) return [{ ...place, type: type.note, align: 4 }];
    return each === loads.at(-1) ? [each, added] : [each];
  });

  const result = Buffer.alloc(start + content.length);
  elf.copy(result, 0, 0, end);
  result.fill(0, table.offset, note.offset + note.fileSize);
  for (const [at, header] of changed.entries()) writeHeader(result, table.offset + at * headerSize, header);
  path.copy(result, room);
  content.copy(result, start);
  result.writeUInt16LE(changed.length, 56);
  // There are no sections any more: neither their table, nor their number, nor their names.
  result.writeBigUInt64LE(0n, 40);
  result.writeUInt32LE(0, 60);
  return result;
}

function readHeaders(elf) {
  const number = (at) => Number(elf.readBigUInt64LE(at));
  const [start, size, count] = [number(32), elf.readUInt16LE(54), elf.readUInt16LE(56)];
  if (elf.readUInt32BE(0) !== 0x7f454c46 || size !== headerSize) throw new Error('this is no 64-bit program for Linux');
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * headerSize;
    return {
      ...{
        type: elf.readUInt32LE(at),
        flags: elf.readUInt32LE(at + 4),
        offset: number(at + 8),
        address: number(at + 16),
      },
      ...{ fileSize: number(at + 32), memorySize: number(at + 40), align: number(at + 48) },
    };
  });
}

function writeHeader(elf, at, header) {
  elf.writeUInt32LE(header.type, at);
  elf.writeUInt32LE(header.flags, at + 4);
  // The address in memory stands twice: the second one is for systems without virtual memory.
  const numbers = [header.offset, header.address, header.address, header.fileSize, header.memorySize, header.align];
  for (const [index, number] of numbers.entries()) elf.writeBigUInt64LE(BigInt(number), at + 8 + index * 8);
}

/** What precedes the bytes of a note: three lengths and kinds, and its name, up to a multiple of four. */
function noteHead(name, bytes) {
  const head = Buffer.alloc(roundUp(12 + name.length + 1, 4));
  head.writeUInt32LE(name.length + 1, 0);
  head.writeUInt32LE(bytes.length, 4);
  head.write(name, 12, 'latin1');
  return head;
}

const roundUp = (number, step) => Math.ceil(number / step) * step;
