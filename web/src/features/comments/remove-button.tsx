import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { keep } from '../../lib/kept-text.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { RemoveDialog, type RemovalReason } from '../../parts/deciding/remove-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { focusHeading, type Talk } from './talk.ts';
import { refetchIfRefused, removeDeleted } from './use-comments.ts';

/** Removes somebody else's comment with a reason, as the page of all comments does. */
export function RemoveButton({ one, talk }: { one: catalog.Reply; talk: Talk }) {
  const t = useTexts();
  const [isAsking, setAsking] = useState(false);
  const place = talk.placeOf(`removal ${one.id}`);
  // What was closed in the meantime is opened again, with its sentence.
  const removal = useRemoval(one, talk, { place, onRefused: () => setAsking(true) });
  return (
    <>
      <Button
        variant="danger"
        slim
        busy={removal.isPending}
        aria-haspopup="dialog"
        aria-label={t('comments.remove-of', { name: one.author.name })}
        onClick={() => {
          removal.reset();
          setAsking(true);
        }}
      >
        {t('moderation.remove')}
      </Button>
      {isAsking && (
        <RemoveDialog
          count={1}
          place={place}
          isSending={removal.isPending}
          error={removal.error}
          onClose={() => setAsking(false)}
          onRemove={removal.mutate}
        />
      )}
    </>
  );
}

function useRemoval(
  one: catalog.Reply,
  talk: Talk,
  { place, onRefused }: { place: string; onRefused: () => void },
) {
  return useMutation({
    mutationFn: (reason: RemovalReason) => {
      const body = { decision: 'remove' as const, revision: one.revision, ...reason };
      return call(catalog.decideComment, { params: { id: one.id }, body });
    },
    onSuccess: () => {
      keep(place, null);
      removeDeleted(talk.videoId, one.id);
      talk.say(text('moderation.removed', { count: 1 }));
      void invalidate(catalog.listModeration, catalog.listNotices);
      requestAnimationFrame(focusHeading); // once the dialog has given the focus back
    },
    onError: (error) => {
      refetchIfRefused(error);
      onRefused();
    },
    networkMode: 'always',
  });
}
