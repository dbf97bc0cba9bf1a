import { useCallback } from 'react';

/** A picture from this device. */
export function PicturePreview({ picture }: { picture: Blob }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(picture);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [picture],
  );
  return <img ref={show} className="own-picture" alt="Preview" />;
}
