import { VerifyEmail } from '../features/auth/verify-email.tsx';
import { useTexts } from '../lib/texts.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function VerifyEmailPage() {
  const t = useTexts();
  useDocumentTitle(t('verify-email.title'));
  return (
    <div className="page single" aria-live="polite">
      <VerifyEmail />
    </div>
  );
}
