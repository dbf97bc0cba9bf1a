import type { catalog, Data } from '@larksong/contracts';

/** What a rule may name. */
export type Choices = Data<typeof catalog.listNestChoices>;

export interface RowsProps {
  choices: Choices;
  rows: readonly catalog.NestRow[];
  /** Takes the rows as they are by then, since a step is undone later. */
  onChange: (change: (rows: readonly catalog.NestRow[]) => readonly catalog.NestRow[]) => void;
}
