import { CommandError } from '@larksong/service-kit';

import type { Command } from '../command.ts';

/** With `npm start`, the launcher does this itself, since it knows the processes. */
export const logLevel: Command = {
  usage: '[SERVICE]',
  summary: 'switch the log of all services, or of one, to debug and back',
  async run(args) {
    const services = args.length > 0 ? args.join(' ') : 'auth catalog game gateway transcoder';
    throw new CommandError(
      `A container cannot reach the others. Please run: docker compose kill --signal SIGUSR2 ${services}`,
    );
  },
};
