import { ResetPassword } from '../features/auth/reset-password.tsx';
import { useTexts } from '../lib/texts.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function ResetPasswordPage() {
  const t = useTexts();
  useDocumentTitle(t('reset-password.title'));
  return (
    <div className="page single" aria-live="polite">
      <ResetPassword />
    </div>
  );
}
