import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { alertDialog } from '../../ui/dialog-host.tsx';
import { Status } from '../../ui/status.tsx';

/** For members: copies what they see here to their lists, and then leads to the copy. */
export function CopyToMine({ linkId }: { linkId: string }) {
  const t = useTexts();
  const copy = useMutation({
    mutationFn: async () => (await call(catalog.copyGuestList, { params: { linkId } })).data.list,
    onSuccess: () => invalidate(catalog.listSongLists),
    onError: (error) => alertDialog({ message: errorSentence(error) }),
  });
  return (
    <>
      {copy.data ? (
        <ButtonLink variant="plain" to={paths.listOf(copy.data.id)}>
          <Check className="icon" aria-hidden />
          {t('guest.copied-open')}
        </ButtonLink>
      ) : (
        <Button variant="plain" busy={copy.isPending} onClick={() => copy.mutate()}>
          <Copy className="icon" aria-hidden />
          {t('guest.copy')}
        </Button>
      )}
      <Status className="sr-only">{copy.data && t('guest.copied')}</Status>
    </>
  );
}
