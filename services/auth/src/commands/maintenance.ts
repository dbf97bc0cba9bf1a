import { auth } from '@larksong/contracts';
import { readArguments, WrongUse } from '@larksong/service-kit';

import { saveAnnouncement } from '../announcement/store.ts';
import { check, record, type Command } from './command.ts';

/** `maintenance on [MESSAGE]`, `maintenance announce MESSAGE`, `maintenance off`. */
export const maintenance: Command = (args) => {
  const { positionals } = readArguments(args, { options: {}, least: 1, most: 2 });
  const [state = '', text = ''] = positionals;
  if (!['on', 'off', 'announce'].includes(state))
    throw new WrongUse(`There is no command "maintenance ${state}".`);
  if (state === 'announce' && text.trim() === '') throw new WrongUse('The message is missing.');
  if (state === 'off' && text !== '') throw new WrongUse('"maintenance off" has no message.');
  const message = check(auth.AnnouncementText, text);
  return async ({ db }) => {
    const isReadOnly = state === 'on';
    const announcement = await saveAnnouncement(db, { message, isReadOnly }, record);
    return { text: describe(announcement), data: { announcement } };
  };
};

function describe(announcement: auth.Announcement | null): string {
  if (announcement === null) return 'Everything can be changed again. There is no announcement.';
  const effect = announcement.isReadOnly
    ? 'Within a few seconds, the site refuses uploads and changes. Watching and playing still work. '
    : '';
  return `${effect}Every page says: ${announcement.message}`;
}
