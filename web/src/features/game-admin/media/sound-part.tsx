import type { game } from '@larksong/contracts';
import { Mic, Volume2 } from 'lucide-react';
import { useState } from 'react';

import { useTexts } from '../../../lib/texts.ts';
import { failureWords, showWords, useServerTexts } from '../../../parts/server-words.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Message } from '../../../ui/message.tsx';
import { Status } from '../../../ui/status.tsx';
import { MediaStatus, RemoveButton, SourceBadge } from './media-parts.tsx';
import { SOUND_FILES } from './media.ts';
import { RecordDialog } from './record-dialog.tsx';
import { UploadButton } from './upload-button.tsx';
import type { Media } from './use-media.ts';
import { useSoundPlayer } from './use-sound-player.ts';
import styles from './media-parts.module.css';

interface SoundPartProps {
  /** A card, or a letter whose name the sound says. */
  of: Pick<game.AdminItem, 'name' | 'soundSource' | 'soundState' | 'soundError' | 'soundReason'>;
  /** Not from the cache: it may have been replaced, here or elsewhere. */
  toAddress: (version: number) => string;
  media: Media;
}

/** The sound of a name with its player and its actions. */
export function SoundPart(props: SoundPartProps) {
  const { of: item, media } = props;
  const t = useTexts();
  const [isRecording, setRecording] = useState(false);
  const { name } = item;
  const action = item.soundSource === 'upload' ? 'replace' : 'upload';
  return (
    <div className={styles.part}>
      <SoundState {...props} />
      <div className={styles.tools}>
        <UploadButton
          text={t(`media.${action}-sound`)}
          label={t(`media.${action}-sound-of`, { name })}
          accept={SOUND_FILES}
          busy={media.progress !== null}
          onChoose={media.send}
        />
        <Button
          variant="plain"
          aria-label={t('media.record-of', { name })}
          onClick={() => setRecording(true)}
        >
          <Mic className="icon" aria-hidden />
          {t('media.record')}
        </Button>
      </div>
      <MediaStatus name={name} kind="sound" media={media} />
      {isRecording && (
        <RecordDialog
          name={name}
          onKeep={(sound) => {
            setRecording(false);
            media.send(sound);
          }}
          onClose={() => setRecording(false)}
        />
      )}
    </div>
  );
}

function SoundState({ of: item, toAddress, media }: SoundPartProps) {
  const t = useTexts();
  const isUploaded =
    item.soundSource === 'upload' || item.soundState === 'preparing' || item.soundState === 'failed';
  const player = useSoundPlayer();
  return (
    <>
      <div className="row">
        <span className={styles.partName}>{t('media.sound')}</span>
        {item.soundSource !== null && (
          <IconButton
            label={t('media.play-of', { name: item.name })}
            icon={Volume2}
            onClick={() => player.play(toAddress(Date.now()))}
          />
        )}
        <SourceBadge source={item.soundSource} />
        <Status>
          {item.soundState === 'preparing' && <Badge kind="note">{t('media.preparing')}</Badge>}
          {item.soundState === 'none' && <span className="small muted">{t('media.no-sound')}</span>}
        </Status>
        {isUploaded && <RemoveButton name={item.name} kind="sound" media={media} />}
      </div>
      {item.soundState === 'failed' ? (
        <FailedSound of={item} />
      ) : (
        player.problem !== undefined && <Message kind="bad">{player.problem}</Message>
      )}
    </>
  );
}

function FailedSound({ of: { soundError, soundReason } }: Pick<SoundPartProps, 'of'>) {
  const t = useTexts();
  useServerTexts('failures');
  const problem =
    soundError === null ? t('media.not-prepared') : showWords(failureWords(soundReason, soundError));
  return <Message kind="bad">{problem}</Message>;
}
