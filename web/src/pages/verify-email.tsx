import { VerifyEmail } from '../features/auth/verify-email.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function VerifyEmailPage() {
  useDocumentTitle('Verify your email');
  return (
    <div className="page single" aria-live="polite">
      <VerifyEmail />
    </div>
  );
}
