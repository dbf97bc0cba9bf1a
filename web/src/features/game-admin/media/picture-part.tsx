import type { game } from '@larksong/contracts';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';

import { useTexts } from '../../../lib/texts.ts';
import { toPictureAddress } from '../../../parts/game-cards/game-media.ts';
import { classNames } from '../../../ui/class-names.ts';
import { MediaStatus, RemoveButton, SourceBadge } from './media-parts.tsx';
import { usePictureVersion } from './media.ts';
import { UploadButton } from './upload-button.tsx';
import type { Media } from './use-media.ts';
import styles from './picture-part.module.css';
import mediaPartsStyles from './media-parts.module.css';

/** The picture types that the game service accepts. */
const ACCEPTED = 'image/png,image/jpeg,image/webp';

/** The picture as players see it, or a placeholder. */
export function Preview({ item }: { item: game.AdminItem }) {
  const t = useTexts();
  const address = toPictureAddress(item, usePictureVersion(item));
  const [failed, setFailed] = useState<string>();
  if (item.hasPicture && failed !== address)
    return (
      <span className={styles.picture}>
        <img src={address} alt={item.name} onError={() => setFailed(address)} />
      </span>
    );
  return (
    <span className={classNames(styles.picture, styles.none)}>
      <ImageOff className="icon" aria-hidden />
      {t('media.no-picture')}
    </span>
  );
}

/** The picture of a name with its actions. */
export function PicturePart({ item, media }: { item: game.AdminItem; media: Media }) {
  const t = useTexts();
  const { name } = item;
  const action = item.pictureSource === 'upload' ? 'replace' : 'upload';
  return (
    <div className={mediaPartsStyles.part}>
      <div className="row">
        <span className={mediaPartsStyles.partName}>{t('media.picture')}</span>
        <SourceBadge source={item.pictureSource} />
        {item.pictureSource === 'upload' && <RemoveButton name={name} kind="picture" media={media} />}
      </div>
      <div className={mediaPartsStyles.tools}>
        <UploadButton
          text={t(`media.${action}-picture`)}
          label={t(`media.${action}-picture-of`, { name })}
          accept={ACCEPTED}
          busy={media.progress !== null}
          onChoose={media.send}
        />
      </div>
      <MediaStatus name={name} kind="picture" media={media} />
    </div>
  );
}
