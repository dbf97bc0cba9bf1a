import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { call } from '../../api/client.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { refreshLists, sayDone } from './change-lists.ts';

/** For superadmins: makes a copy of the list that belongs to the site. */
export function OfferPanel({ list }: { list: catalog.SongList }) {
  const t = useTexts();
  const offer = useMutation({
    mutationFn: async () => (await call(catalog.offerSongList, { params: { id: list.id } })).data.list,
    onSuccess: async (copy) => {
      sayDone(text('site-offer.said', { name: copy.name }), async () => {
        await call(catalog.deleteSongList, { params: { id: copy.id } });
        offer.reset();
      });
      await refreshLists();
    },
  });
  return (
    <section className="panel">
      <h2>{t('site-offer.title')}</h2>
      <p className="muted small">{t('site-offer.hint')}</p>
      {offer.isError && <Message kind="bad">{errorSentence(offer.error)}</Message>}
      {offer.data ? (
        <Message kind="good">
          {t.rich('site-offer.done', {
            link: linkTo(paths.listOf(offer.data.id)),
          })}
        </Message>
      ) : (
        <Button variant="plain" busy={offer.isPending} onClick={() => offer.mutate()}>
          {t('site-offer.button')}
        </Button>
      )}
    </section>
  );
}

function linkTo(path: string) {
  return function toLink(content: ReactNode) {
    return <Link to={path}>{content}</Link>;
  };
}
