import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { Place } from '@larksong/service-kit/testing/minio';

const run = promisify(execFile);

/** Addresses for benchmarks of networks (RFC 2544). */
const [HERE, THERE] = ['198.18.77.1', '198.18.77.2'];

/** Creates a network namespace that is reached at this rate. Needs Linux and root. */
export async function createNetwork(megabits: number): Promise<Place & { remove: () => Promise<void> }> {
  const name = `larksong-${process.pid}`;
  const [near, far] = [`ls${process.pid}a`, `ls${process.pid}b`];
  const ip = (command: string) => run('ip', command.split(' '));
  const remove = async () => void (await ip(`netns del ${name}`)); // and with it, both ends of the cable
  await ip(`netns add ${name}`);
  try {
    await ip(`link add ${near} type veth peer name ${far} netns ${name}`);
    await ip(`addr add ${HERE}/30 dev ${near}`);
    await ip(`link set ${near} up`);
    await ip(`-n ${name} addr add ${THERE}/30 dev ${far}`);
    await ip(`-n ${name} link set ${far} up`);
    const limit = `tbf rate ${megabits}mbit burst 256kb latency 50ms`;
    await run('tc', `-n ${name} qdisc add dev ${far} root ${limit}`.split(' '));
  } catch (error) {
    await remove();
    throw error;
  }
  return { host: THERE, command: ['ip', 'netns', 'exec', name], remove };
}
