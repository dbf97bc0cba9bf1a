import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../../api/client.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { findPlayerError } from '../../parts/last-player-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FoundMessage } from '../../ui/found-message.tsx';
import { useSession } from '../auth/session.ts';
import { countCharacters } from './count-characters.ts';
import { FlagPicture } from './flag-picture.tsx';
import { keepFlag, readFlag, toPlace, type FlagDraft } from './kept-flag.ts';
import { isGone, isRefused, mayRepeat } from './refusal.ts';
import { Thanks } from './thanks.tsx';
import styles from './flag-dialog.module.css';

interface FlagDialogProps {
  video: { id: string; title: string };
  onClose: () => void;
}

/** Three pictures, of which one is chosen and sent; whoever is signed in can write something with it. */
export function FlagDialog({ video, onClose }: FlagDialogProps) {
  const t = useTexts();
  const place = toPlace(useSession().user?.id, video.id);
  const send = useSend(video.id, place);
  return (
    <Dialog open title={t('tell.title')} onClose={onClose}>
      {send.data === undefined ? (
        <FlagForm key={place} video={video} place={place} send={send} onClose={onClose} />
      ) : (
        <Thanks sentence={t(send.data ? 'tell.thanks' : 'tell.told-already')} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface FlagFormProps extends FlagDialogProps {
  /** Where the draft is kept. */
  place: string;
  send: ReturnType<typeof useSend>;
}

function FlagForm({ video, place, send, onClose }: FlagFormProps) {
  const t = useTexts();
  const isSignedIn = useSession().status === 'signed-in';
  const [{ kind, text }, change] = useFlagDraft(place);
  const isTooLong = countCharacters(text) > catalog.MAX_FLAG_TEXT;
  const isOver = isRefused(send.error);
  return (
    <>
      <p dir="auto" className={styles.song}>
        {video.title}
      </p>
      <Choices chosen={kind} onChoose={(chosen) => change({ text, kind: chosen })} />
      {isSignedIn && (
        <Words text={text} isTooLong={isTooLong} onChange={(written) => change({ kind, text: written })} />
      )}
      {send.isError && (
        <FoundMessage>
          {errorSentence(send.error)} {!isGone(send.error) && t('tell.kept')}
        </FoundMessage>
      )}
      <div className="actions">
        <Button variant="plain" onClick={onClose}>
          {t(isOver ? 'dialog.close' : 'dialog.cancel')}
        </Button>
        {!isOver && (
          <Button
            busy={send.isPending}
            disabled={kind === null || (isSignedIn && isTooLong)}
            onClick={() => send.mutate({ kind, text: isSignedIn ? text : '' })}
          >
            {t(mayRepeat(send.error) ? 'tell.again' : 'tell.send')}
          </Button>
        )}
      </div>
    </>
  );
}

/** Follows what is chosen and written, and keeps it. */
function useFlagDraft(place: string): [draft: FlagDraft, change: (draft: FlagDraft) => void] {
  const [draft, setDraft] = useState(() => readFlag(place));
  const change = (changed: FlagDraft) => {
    setDraft(changed);
    keepFlag(place, changed);
  };
  return [draft, change];
}

interface WordsProps {
  text: string;
  isTooLong: boolean;
  onChange: (text: string) => void;
}

function Words({ text, isTooLong, onChange }: WordsProps) {
  const t = useTexts();
  return (
    <Field
      label={t('tell.text')}
      error={isTooLong ? t('tell.too-long', { maximum: catalog.MAX_FLAG_TEXT }) : null}
    >
      {(control) => (
        <textarea
          {...control}
          dir="auto"
          rows={3}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Sends a flag; what cannot be sent stays where it is kept. */
function useSend(videoId: string, place: string) {
  return useMutation({
    mutationFn: async ({ kind, text }: FlagDraft) => {
      if (kind === null) throw new Error('no picture is chosen');
      const playerError = kind === 'broken' ? findPlayerError(videoId) : undefined;
      const body = { kind, ...(text.trim() === '' ? {} : { text }), ...(playerError && { playerError }) };
      return (await call(catalog.flagVideo, { params: { id: videoId }, body })).data.isNew;
    },
    onSuccess: () => keepFlag(place, null),
    onError: (error) => {
      if (isGone(error)) keepFlag(place, null);
    },
    networkMode: 'always',
  });
}

interface ChoicesProps {
  chosen: catalog.FlagKind | null;
  onChoose: (kind: catalog.FlagKind) => void;
}

function Choices({ chosen, onChoose }: ChoicesProps) {
  const t = useTexts();
  return (
    <fieldset className={styles.choices} aria-label={t('tell.what')}>
      {catalog.FLAG_KINDS.map((kind) => (
        <label key={kind} className={styles.choice}>
          <input
            type="radio"
            name="kind"
            className="sr-only"
            checked={kind === chosen}
            onChange={() => onChoose(kind)}
          />
          <FlagPicture kind={kind} />
          <span>{t(`flag-kind.${kind}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
