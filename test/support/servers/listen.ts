import type { AddressInfo, Server } from 'node:net';

/** Lets a server listen on a free port of 127.0.0.1, and gives the port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server on a port has an address with that port.
  return (server.address() as AddressInfo).port;
}
