// Loaded into each process that scripts/compare.mjs starts: the time is what a file says, what is random follows from the step
// and the command line, and a server writes down its requests. So two equal builds behave equally.
const crypto = require('node:crypto');
const { appendFileSync, readFileSync } = require('node:fs');
const http = require('node:http');

const { COMPARE_CLOCK: clock, COMPARE_LOG: log, COMPARE_STEP: step = '' } = process.env;

if (clock) {
  const RealDate = Date;
  const now = () => Number(readFileSync(clock, 'utf8')) || RealDate.now();
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      super(...(given.length === 0 ? [now()] : given));
    }
    static now() {
      return now();
    }
  };
  let state = crypto
    .createHash('sha256')
    .update(`${step} ${process.argv.slice(2).join(' ')}`)
    .digest();
  const bytes = (count) => {
    const parts = [];
    for (let length = 0; length < count; length += state.length) {
      state = crypto.createHash('sha256').update(state).digest();
      parts.push(state);
    }
    return Buffer.concat(parts).subarray(0, count);
  };
  crypto.randomBytes = (count, done) => (done ? done(null, bytes(count)) : bytes(count));
  crypto.randomInt = (...given) => {
    const [low, high] = given.filter((value) => typeof value === 'number');
    const [from, to] = high === undefined ? [0, low] : [low, high];
    return from + (bytes(6).readUIntBE(0, 6) % (to - from));
  };
  const uuid = () => {
    const hex = bytes(16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  crypto.randomUUID = uuid;
  globalThis.crypto.randomUUID = uuid;
  Math.random = () => bytes(4).readUInt32BE() / 2 ** 32;
}

if (log) {
  const emit = http.Server.prototype.emit;
  http.Server.prototype.emit = function record(event, request, ...rest) {
    if (event === 'request') writeDown(request);
    return emit.call(this, event, request, ...rest);
  };
}

/** Writes a line for a request once its body has arrived. A multipart body has a random boundary. */
function writeDown(request) {
  const parts = [];
  const push = request.push;
  request.push = function take(chunk, ...rest) {
    if (chunk) parts.push(Buffer.from(chunk));
    else {
      const boundary = /boundary=(\S+)/.exec(request.headers['content-type'] ?? '')?.[1];
      const body = Buffer.concat(parts).toString('utf8');
      const plain = boundary ? body.replaceAll(boundary.replaceAll('"', ''), 'BOUNDARY') : body;
      appendFileSync(log, `${request.method} ${request.url} ${JSON.stringify(plain)}\n`);
    }
    return push.call(this, chunk, ...rest);
  };
}
