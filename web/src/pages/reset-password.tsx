import { ResetPassword } from '../features/auth/reset-password.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function ResetPasswordPage() {
  useDocumentTitle('Choose a new password');
  return (
    <div className="page single" aria-live="polite">
      <ResetPassword />
    </div>
  );
}
