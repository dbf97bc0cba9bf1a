import { createChunk, useChunk } from '../../lib/chunk.ts';
import { useTexts } from '../../lib/texts.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './qr-code.module.css';

const qrCodeChunk = createChunk(() => import('./qr-code.tsx'));

interface LazyQrCodeProps {
  content: string;
  className?: string | undefined;
}

/** A QR code, whose place is kept until the code that draws it has loaded. */
export function LazyQrCode({ content, className }: LazyQrCodeProps) {
  const t = useTexts();
  const { loaded, hasFailed, retry } = useChunk(qrCodeChunk);
  return (
    <div className={classNames(styles.code, className)}>
      {loaded && <loaded.QrCode content={content} label={t('qr-code.label')} />}
      {hasFailed && (
        <button type="button" className="button plain" onClick={retry}>
          {t('qr-code.again')}
        </button>
      )}
    </div>
  );
}
