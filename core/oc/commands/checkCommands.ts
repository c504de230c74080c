/** Checks the commands in a text. `lint`, the editor, and explanations share the checks. */
import type { Release } from '../../product/releases.ts';
import type { CommandsInText } from '../shell/commandsInText.ts';
import { checkJqLineBreak } from './checkJqLineBreak.ts';
import { checkObjectName } from './checkObjectName.ts';
import { checkPeerPodConfig } from './checkPeerPodConfig.ts';
import { checkPlaceholders } from './checkPlaceholders.ts';
import { checkQuotes } from './checkQuotes.ts';
import { findClientPipelines, type ClientPipeline } from './clientCommand.ts';
import type { CommandCheck, CommandProblem } from './commandProblem.ts';
import { isOwnPipeline } from './ownCommand.ts';

const checks: readonly CommandCheck[] = [
  checkObjectName,
  checkPeerPodConfig,
  checkJqLineBreak,
  checkQuotes,
  checkPlaceholders,
];

/** Maximum number of problems of one kind in a text. */
const mostPerCheck = 1000;

/** A pipeline that concerns the product, with its problems. */
export interface CheckedPipeline extends ClientPipeline {
  readonly problems: readonly CommandProblem[];
}

/** Returns the pipelines that concern the product, in the order of the text. */
export function checkCommands(
  text: string,
  commands: CommandsInText,
  { release, isDocumentation }: { readonly release: Release; readonly isDocumentation: boolean },
): readonly CheckedPipeline[] {
  const counts = new Map<CommandCheck, number>();
  const run = (check: CommandCheck, own: ClientPipeline): readonly CommandProblem[] => {
    const count = counts.get(check) ?? 0;
    if (count >= mostPerCheck) return [];
    const problems = check({ ...own, text, release, isDocumentation });
    counts.set(check, count + problems.length);
    return problems;
  };
  return findClientPipelines(text, commands)
    .filter(isOwnPipeline)
    .map((own) => ({
      ...own,
      problems: checks.flatMap((check) => run(check, own)),
    }))
    .toSorted((one, other) => one.pipeline.start - other.pipeline.start);
}
