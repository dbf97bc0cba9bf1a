import type { catalog } from '@larksong/contracts';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { describeRule } from '../nest-rule/describe-rule.ts';
import { startRule } from '../nest-rule/rule-draft.ts';
import type { RuleData } from './save-nest.ts';
import styles from './child.module.css';

/** A rule in a few words. */
export function RuleFacts({ rule }: { rule: catalog.NestRule }) {
  const t = useTexts();
  return (
    <ul className={styles.facts}>
      {describeRule(rule, t).map((fact) => (
        <li key={fact} dir="auto">
          {fact}
        </li>
      ))}
    </ul>
  );
}

/** Somebody else has saved another rule meanwhile: shows it, and keeps what was typed here. */
export function RuleConflict({ theirs, onTake }: { theirs: RuleData; onTake: () => void }) {
  const t = useTexts();
  return (
    <Message kind="warn">
      <p>{t('child.conflict')}</p>
      <RuleFacts rule={theirs.rule ?? startRule()} />
      <p>{t('child.conflict-save')}</p>
      <Button variant="plain" onClick={onTake}>
        {t('child.conflict-take')}
      </Button>
    </Message>
  );
}
