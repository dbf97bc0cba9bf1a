import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const FOLDER = join(dirname(dirname(import.meta.dirname)), 'infra', 'grafana', 'dashboards');

/** The parts of Grafana's format that the tests read. */
interface Dashboard {
  title: string;
  panels: { title: string; targets: { expr: string }[] }[];
}

/** Returns every expression in the files of the dashboards, with the place where it is. */
export async function listExpressions(): Promise<{ where: string; expression: string }[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.json'));
  const texts = await Promise.all(names.map((name) => readFile(join(FOLDER, name), 'utf8')));
  const dashboards = texts.map((text) => JSON.parse(text) as Dashboard);
  return dashboards.flatMap(({ title, panels }) =>
    panels.flatMap((panel) =>
      panel.targets.map(({ expr }) => ({ where: `${title}, ${panel.title}`, expression: expr })),
    ),
  );
}
