// Runs command lines of one build one after another in one process, since starting a process for each takes most of the time:
//   node --require fixed.cjs resident.cjs ROOT
// A message `{ id, words, env, folder, seed }` is answered with `{ id, stdout, stderr, exit }`.
const fs = require('node:fs');
const { join } = require('node:path');
const { Readable, Writable } = require('node:stream');

const [, , root] = process.argv;
const program = join(root, 'bin', 'tracker.js');
const { main } = require(join(root, 'dist', 'main.js'));

/** What collects the output of the command that is running, by descriptor: help is written without opening a stream. */
let collected = {};
const { writeSync } = fs;
fs.writeSync = (file, bytes, ...rest) => {
  if (!collected[file]) return writeSync(file, bytes, ...rest);
  collected[file].stream.write(bytes);
  return Buffer.byteLength(bytes);
};

let runs = Promise.resolve();
process.on('message', (asked) => {
  runs = runs.then(() => run(asked)).then((answer) => process.send(answer));
});
process.on('disconnect', () => process.exit());

async function run({ id, words, env, folder, seed }) {
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'uncaughtException', 'exit', 'warning'])
    process.removeAllListeners(event);
  globalThis.compareSeed(seed, ...words);
  process.argv = [process.execPath, program, ...words];
  process.env = { ...env };
  process.chdir(folder);
  const [stdout, stderr] = [collect(), collect()];
  collected = { 1: stdout, 2: stderr };
  const streams = { stdin: Readable.from([]), stdout: stdout.stream, stderr: stderr.stream };
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { value, configurable: true });
  process.exitCode = 0;
  await main.main();
  const exit = String(process.exitCode);
  process.exitCode = 0;
  return { id, stdout: stdout.text(), stderr: stderr.text(), exit };
}

function collect() {
  const chunks = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}
