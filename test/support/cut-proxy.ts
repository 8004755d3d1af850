import net from 'node:net';
import { onTestFinished } from 'vitest';

/** `cut`: connections end and none is made; `silent`: nothing passes, and nobody is told; `one-way`: answers get lost. */
export type Partition = 'cut' | 'silent' | 'one-way';

/** A network between one machine and a server, that can be cut. */
export interface CutProxy {
  readonly port: number;
  partition: Partition | null;
  /** Ends what was open, as a network does some time after it was cut. */
  readonly heal: () => void;
}

export async function cutProxy(target: number): Promise<CutProxy> {
  const sockets = new Set<net.Socket>();
  const proxy = { port: 0, partition: null as Partition | null, heal: () => undefined as void };
  const server = net.createServer((near) => {
    if (proxy.partition === 'cut') {
      near.destroy();
      return;
    }
    const far = net.connect(target, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (data) =>
      proxy.partition === null || proxy.partition === 'one-way' ? far.write(data) : undefined,
    );
    far.on('data', (data) => (proxy.partition === null ? near.write(data) : undefined));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  proxy.port = (server.address() as net.AddressInfo).port;
  const endAll = (): void => sockets.forEach((socket) => socket.destroy());
  onTestFinished(() => {
    endAll();
    server.close();
  });
  return {
    port: proxy.port,
    get partition() {
      return proxy.partition;
    },
    set partition(value) {
      proxy.partition = value;
      if (value === 'cut') endAll();
    },
    heal: () => {
      proxy.partition = null;
      endAll();
    },
  };
}
