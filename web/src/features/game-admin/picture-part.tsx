import type { game } from '@larksong/contracts';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';

import { toPictureAddress } from '../../lib/game-media.ts';
import { MediaStatus, RemoveButton, SourceBadge } from './media-parts.tsx';
import { usePictureVersion } from './media.ts';
import { UploadButton } from './upload-button.tsx';
import type { Media } from './use-media.ts';

/** What game makes pictures of. */
const ACCEPTED = 'image/png,image/jpeg,image/webp';

/** The picture as players see it, or that there is none. */
export function Preview({ item }: { item: game.AdminItem }) {
  const address = toPictureAddress(item, usePictureVersion(item));
  const [failed, setFailed] = useState<string>();
  if (item.hasPicture && failed !== address)
    return (
      <span className="picture">
        <img src={address} alt={item.name} onError={() => setFailed(address)} />
      </span>
    );
  return (
    <span className="picture none">
      <ImageOff className="icon" aria-hidden />
      No picture
    </span>
  );
}

/** What can be done about the picture of a name. */
export function PicturePart({ item, media }: { item: game.AdminItem; media: Media }) {
  const label = `picture of ${item.name}`;
  return (
    <div className="part">
      <div className="row">
        <span className="part-name">Picture</span>
        <SourceBadge source={item.pictureSource} />
        {item.pictureSource === 'upload' && <RemoveButton media={media} label={label} />}
      </div>
      <div className="tools">
        <UploadButton
          text={item.pictureSource === 'upload' ? 'Replace picture' : 'Upload picture'}
          of={item.name}
          accept={ACCEPTED}
          busy={media.progress !== null}
          onChoose={media.send}
        />
      </div>
      <MediaStatus media={media} label={label} />
    </div>
  );
}
