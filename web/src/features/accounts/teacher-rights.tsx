import type { auth } from '@larksong/contracts';
import { useState } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { TeacherDialog } from './teacher-dialog.tsx';

/** Makes a user a teacher, or changes what a teacher may do. */
export function TeacherRights({ account }: { account: auth.Account }) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="plain" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t(account.teacher ? 'account.teacher-rights' : 'account.make-teacher')}
      </Button>
      {isOpen && <TeacherDialog account={account} onClose={() => setOpen(false)} />}
    </>
  );
}
