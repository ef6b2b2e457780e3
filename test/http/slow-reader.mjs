// A server that takes the first half of a request a little at a time; the argument is the size of its body. Its port goes
// to the parent.
import { createServer } from 'node:net';

const total = Number(process.argv[2]);
const server = createServer({ highWaterMark: 256 * 1024 }, (socket) => {
  let taken = 0;
  socket.on('data', (bytes) => {
    taken += bytes.length;
    if (taken >= total) return void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\ntaken');
    if (taken > total / 2) return;
    socket.pause();
    setTimeout(() => socket.resume(), 8);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address().port));
