import { catalog } from '@larksong/contracts';
import { Lock } from 'lucide-react';

import { useCall } from '../../api/queries.ts';
import { UNAWAITED } from '../../api/slow-reads.ts';
import { useTexts } from '../../lib/texts.ts';
import { Message } from '../../ui/message.tsx';

interface HiddenSongsProps {
  listId: string;
  /** An existing link; a new one has `showsOwn` instead. */
  linkId?: string;
  showsOwn?: boolean;
}

/** Says how many songs of a list guests do not see, and why; nothing if they see all of them. */
export function HiddenSongs({ listId, linkId, showsOwn = false }: HiddenSongsProps) {
  const t = useTexts();
  const query = linkId === undefined ? { showsOwn } : { link: linkId };
  const { data } = useCall(
    catalog.previewForGuests,
    { params: { id: listId }, query },
    { staleTime: 0, meta: UNAWAITED },
  );
  if (!data) return null;
  const { videoIds, hidden } = data;
  if (hidden.length === 0) return null;
  return (
    <Message icon={Lock} kind={videoIds.length === 0 ? 'warn' : 'note'}>
      {hidden.map(({ reason, count }) => (
        <p key={reason}>{t(`share.hidden-${reason}`, { count })}</p>
      ))}
      <p>{t('share.guests-see', { count: videoIds.length })}</p>
    </Message>
  );
}
