import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { useEffect, useState } from 'react';

import { call } from '../../../api/client.ts';
import { useTexts } from '../../../lib/texts.ts';
import { findPlayerError } from '../../../parts/last-player-error.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FoundMessage } from '../../../ui/found-message.tsx';
import { FlagPicture } from '../../tell-grown-up/flag-picture.tsx';
import { isRefused } from '../../tell-grown-up/refusal.ts';
import { Thanks } from '../../tell-grown-up/thanks.tsx';
import { speak } from '../speak.ts';
import eyeStyles from '../eye.module.css';
import dialogStyles from '../../tell-grown-up/flag-dialog.module.css';

interface FlagKeyProps {
  videoId: string;
  className?: string | undefined;
}

/** A small flag: a child tells the grown-ups of the nest that a song frightens, does not play, or is otherwise not right. */
export function FlagKey({ videoId, className }: FlagKeyProps) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={classNames(eyeStyles.eye, className)}
        aria-label={t('tell.open')}
        title={t('tell.open')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Flag aria-hidden />
      </button>
      {isOpen && <Tell videoId={videoId} onClose={() => setOpen(false)} />}
    </>
  );
}

/** One press on a picture tells it. */
function Tell({ videoId, onClose }: { videoId: string; onClose: () => void }) {
  const t = useTexts();
  const send = useSend(videoId);
  const words = t(send.isSuccess ? 'tell.nest-thanks' : 'tell.nest-what');
  useEffect(() => speak(words, t.language), [words, t.language]);
  return (
    <Dialog open title={t('tell.open')} onClose={onClose}>
      {send.isSuccess ? (
        <Thanks sentence={words} onClose={onClose} />
      ) : (
        <>
          <p>{words}</p>
          <div className={dialogStyles.choices}>
            {catalog.FLAG_KINDS.map((kind) => (
              <button
                key={kind}
                type="button"
                className={dialogStyles.press}
                aria-disabled={send.isPending || undefined}
                onClick={() => {
                  if (!send.isPending) send.mutate(kind);
                }}
              >
                <FlagPicture kind={kind} />
                <span>{t(`flag-kind.${kind}`)}</span>
              </button>
            ))}
          </div>
          {send.isError && (
            <FoundMessage>{t(isRefused(send.error) ? 'tell.nest-refused' : 'tell.nest-failed')}</FoundMessage>
          )}
        </>
      )}
    </Dialog>
  );
}

function useSend(videoId: string) {
  return useMutation({
    mutationFn: async (kind: catalog.FlagKind) => {
      const playerError = kind === 'broken' ? findPlayerError(videoId) : undefined;
      const body = { kind, ...(playerError && { playerError }) };
      return (await call(catalog.flagNestSong, { params: { videoId }, body })).data.isNew;
    },
    networkMode: 'always',
  });
}
