// Loaded into each process that scripts/compare.mjs starts: the time is what a file says, and what is random follows from the step
// and the command line, so that two equal builds behave equally. A server also writes down its requests, cannot be reached after
// SIGUSR2, until the next one, and does not answer writes as a file says.
const crypto = require('node:crypto');
const { appendFileSync, readFileSync } = require('node:fs');

const { COMPARE_CLOCK: clock, COMPARE_LOG: log, COMPARE_TROUBLE: troubleFile, COMPARE_STEP: step = '' } = process.env;

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
  let state;
  /** Begins anew, for a process that runs several command lines. The two builds have different ports. */
  globalThis.compareSeed = (...words) => {
    const text = words.join(' ').replaceAll(/\b\d{5}\b/g, 'PORT');
    state = crypto.createHash('sha256').update(text).digest();
  };
  globalThis.compareSeed(step, ...process.argv.slice(2));
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
  const http = require('node:http');
  const { emit } = http.Server.prototype;
  http.Server.prototype.emit = function record(event, request, response, ...rest) {
    if (event === 'request') {
      writeDown(request);
      const trouble = request.method === 'GET' ? '' : readFileSync(troubleFile, 'utf8');
      // It is done, but the connection breaks before the response.
      if (trouble === 'lost') Object.assign(response, { write: () => true, end: () => request.socket.destroy() });
      else if (trouble !== '') return answer(request, response, Number(trouble));
    }
    return emit.call(this, event, request, response, ...rest);
  };
  const { listen } = http.Server.prototype;
  http.Server.prototype.listen = function open(options, ...rest) {
    /** Keeps the process alive while it listens to nothing. */
    let away;
    process.removeAllListeners('SIGUSR2').on('SIGUSR2', () => {
      const say = () => process.stderr.write(`(${away ? 'away' : 'back'})\n`);
      if (away) {
        away = clearInterval(away);
        listen.call(this, options, say);
      } else {
        away = setInterval(() => undefined, 60_000);
        this.close(say);
        this.closeAllConnections();
      }
    });
    return listen.call(this, options, ...rest);
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

/** Answers a request without doing what it asks for. */
function answer(request, response, status) {
  request.resume().on('end', () => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ message: `Answered with ${status}.` }));
  });
  return true;
}
