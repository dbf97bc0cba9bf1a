import { catalog } from '@larksong/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';

import { call } from '../../api/client.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { confirmDialog } from '../../ui/dialog-host.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Message } from '../../ui/message.tsx';
import { holdsVideos } from './one-video/video-cache.ts';
import styles from './clear-history.module.css';

/** Clears the watch history after a confirmation. `onCleared` is called before the lists are emptied. */
export function ClearHistory({ onCleared }: { onCleared: () => void }) {
  const t = useTexts();
  const queryClient = useQueryClient();
  const clear = useMutation({
    mutationFn: async () => await call(catalog.clearWatchHistory, {}),
    onSuccess: () => {
      onCleared();
      // Reset at once: a video opened next must not resume.
      void queryClient.resetQueries({ predicate: holdsVideos });
    },
  });
  const confirmAndClear = async () => {
    const isSure = await confirmDialog({
      title: text('clear-history.title'),
      message: text('clear-history.question'),
      confirmLabel: text('clear-history.confirm'),
      danger: true,
    });
    if (isSure) clear.mutate();
  };
  return (
    <div className={styles.clearHistory}>
      <Button variant="plain" busy={clear.isPending} onClick={() => void confirmAndClear()}>
        <History className="icon" aria-hidden />
        {t('clear-history.button')}
      </Button>
      {clear.isError && <Message kind="bad">{errorSentence(clear.error)}</Message>}
    </div>
  );
}
