import { CommandError } from '@larksong/service-kit';

import type { Command } from '../command.ts';

/** With `npm start`, the launcher does this itself, since it knows the checkout. */
export const goBack: Command = {
  usage: '',
  summary: 'undo the last update of a stopped site: its restore point, and the version before',
  async run() {
    throw new CommandError(
      'A container cannot check out another version. docs/operations/update.md has the way back with Docker.',
    );
  },
};
