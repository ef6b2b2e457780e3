// A server, and a proxy to itself, at an address, that takes no connection before some milliseconds have passed, as if it were far
// away. Its port goes to the parent.
import { createServer } from 'node:net';

const [host, port, deafMs] = process.argv.slice(2);

const server = createServer((socket) => {
  socket.on('data', (bytes) => {
    const isTunnel = String(bytes).startsWith('CONNECT');
    socket.write(isTunnel ? 'HTTP/1.1 200 OK\r\n\r\n' : 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nhere');
  });
  socket.on('error', () => undefined);
});
server.listen({ host, port: Number(port), backlog: 1 }, () => {
  process.send?.(server.address().port, () => {
    // Nothing else runs meanwhile, so a full queue of connections stays full.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(deafMs));
  });
});
