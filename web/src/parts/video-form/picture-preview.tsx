import { useCallback } from 'react';

import { useTexts } from '../../lib/texts.ts';

/** A picture from this device. */
export function PicturePreview({ picture }: { picture: Blob }) {
  const t = useTexts();
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(picture);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [picture],
  );
  return <img ref={show} className="own-picture" alt={t('picture.preview')} />;
}
