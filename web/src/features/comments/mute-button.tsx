import type { catalog } from '@larksong/contracts';
import { VolumeX } from 'lucide-react';
import { useState } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { MuteDialog } from '../../parts/deciding/mute-dialog.tsx';
import { Button } from '../../ui/button.tsx';

/** Mutes the author of a comment, as the page of all comments does. Nobody mutes a superadmin. */
export function MuteButton({ author: { id, name, standing } }: Pick<catalog.Reply, 'author'>) {
  const t = useTexts();
  const [isAsking, setAsking] = useState(false);
  if (id === undefined || standing === 'superadmin') return null;
  return (
    <>
      <Button
        variant="quiet"
        aria-haspopup="dialog"
        aria-label={t('moderation.mute-of', { name })}
        onClick={() => setAsking(true)}
      >
        <VolumeX className="icon" aria-hidden />
        {t('moderation.mute')}
      </Button>
      {isAsking && <MuteDialog author={{ id, name, mute: null }} onClose={() => setAsking(false)} />}
    </>
  );
}
