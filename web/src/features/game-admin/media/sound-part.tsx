import type { game } from '@larksong/contracts';
import { Mic, Volume2 } from 'lucide-react';
import { useState } from 'react';

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
  of: Pick<game.AdminItem, 'name' | 'soundSource' | 'soundState' | 'soundError'>;
  /** Not from the cache: it may have been replaced, here or elsewhere. */
  toAddress: (version: number) => string;
  media: Media;
}

/** The sound of a name with its player and its actions. */
export function SoundPart(props: SoundPartProps) {
  const { of: item, media } = props;
  const [isRecording, setRecording] = useState(false);
  const label = `sound of ${item.name}`;
  return (
    <div className={styles.part}>
      <SoundState {...props} />
      <div className={styles.tools}>
        <UploadButton
          text={item.soundSource === 'upload' ? 'Replace sound' : 'Upload sound'}
          of={item.name}
          accept={SOUND_FILES}
          busy={media.progress !== null}
          onChoose={media.send}
        />
        <Button
          variant="plain"
          aria-label={`Record sound of ${item.name}`}
          onClick={() => setRecording(true)}
        >
          <Mic className="icon" aria-hidden />
          Record
        </Button>
      </div>
      <MediaStatus media={media} label={label} />
      {isRecording && (
        <RecordDialog
          name={item.name}
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
  const isUploaded =
    item.soundSource === 'upload' || item.soundState === 'preparing' || item.soundState === 'failed';
  const player = useSoundPlayer();
  const problem =
    item.soundState === 'failed' ? (item.soundError ?? 'The sound could not be prepared.') : player.problem;
  return (
    <>
      <div className="row">
        <span className={styles.partName}>Sound</span>
        {item.soundSource !== null && (
          <IconButton
            label={`Play sound of ${item.name}`}
            icon={Volume2}
            onClick={() => player.play(toAddress(Date.now()))}
          />
        )}
        <SourceBadge source={item.soundSource} />
        <Status>
          {item.soundState === 'preparing' && <Badge kind="note">Preparing…</Badge>}
          {item.soundState === 'none' && <span className="small muted">No recording yet</span>}
        </Status>
        {isUploaded && <RemoveButton media={media} label={`sound of ${item.name}`} />}
      </div>
      {problem !== undefined && <Message kind="bad">{problem}</Message>}
    </>
  );
}
