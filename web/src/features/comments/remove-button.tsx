import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { RemoveDialog } from '../../parts/deciding/remove-dialog.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { alertDialog } from '../../ui/dialog-host.tsx';
import { focusHeading, type Talk } from './talk.ts';
import { refetchIfRefused, removeDeleted } from './use-comments.ts';

/** Removes somebody else's comment with a reason, as the page of all comments does. */
export function RemoveButton({ one, talk }: { one: catalog.Reply; talk: Talk }) {
  const t = useTexts();
  const [isAsking, setAsking] = useState(false);
  const removal = useRemoval(one, talk);
  return (
    <>
      <Button
        variant="danger"
        slim
        busy={removal.isPending}
        aria-haspopup="dialog"
        aria-label={t('comments.remove-of', { name: one.author.name })}
        onClick={() => setAsking(true)}
      >
        {t('moderation.remove')}
      </Button>
      {isAsking && (
        <RemoveDialog
          count={1}
          onClose={() => setAsking(false)}
          onRemove={(reason) => {
            setAsking(false);
            removal.mutate(reason);
          }}
        />
      )}
    </>
  );
}

function useRemoval(one: catalog.Reply, talk: Talk) {
  return useMutation({
    mutationFn: (reason: { fault: catalog.CommentFault; note?: string }) => {
      const body = { decision: 'remove' as const, revision: one.revision, ...reason };
      return call(catalog.decideComment, { params: { id: one.id }, body });
    },
    onSuccess: () => {
      focusHeading();
      talk.say(text('moderation.removed', { count: 1 }));
      removeDeleted(talk.videoId, one.id);
      void invalidate(catalog.listModeration, catalog.listNotices);
    },
    onError: (error) => {
      refetchIfRefused(error);
      void alertDialog({
        title: text('moderation.remove-title', { count: 1 }),
        message: errorSentence(error),
      });
    },
  });
}
