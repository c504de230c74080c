/** Checks initdata documents and their policies with the rules. */
import { compareByPosition, type FileFinding } from '../engine/findings/fileFinding.ts';
import { findMergeConflict } from '../engine/text/conflictMarkers.ts';
import { ruleSteps } from '../engine/findings/ruleSteps.ts';
import { runToCompletion, inSlices, type YieldingTask } from '../engine/scheduling/steps.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import { policySteps } from '../policy/model/checkPolicy.ts';
import type { PolicyEnvironment, PolicyOrigin } from '../policy/model/policyEnvironment.ts';
import { parseInitdata, type InitdataDocument } from './document.ts';
import { getInitdata } from './initdataOfFile.ts';
import { configuresAttestation, declinesAttestation } from './configuresAttestation.ts';
import { findingInDocument, getInitdataPolicy } from './initdataPolicy.ts';
import { initdataRules } from './rules/index.ts';

/**
 * Checks an open TOML file. Yields to other work during the check.
 * @returns undefined if `isStale` returned true, because the findings are no longer needed
 */
export async function checkOpenInitdata(
  file: OpenFile,
  environment: PolicyEnvironment,
  isStale: () => boolean = () => false,
): Promise<FileFinding[] | undefined> {
  const document = getInitdata(file);
  if (document === undefined) return [];
  return inSlices(initdataSteps(file.text.getText(), { uri: file.uri, place: 'file' }, environment, document), isStale);
}

/** Checks an initdata document that isn't open, and the policy in it. Yields to other work during the check. */
export async function checkInitdataText(text: string, environment: PolicyEnvironment): Promise<readonly FileFinding[]> {
  const steps = initdataSteps(text, { uri: 'initdata:', place: 'file' }, environment, parseInitdata(text));
  return (await inSlices(steps, () => false)) ?? [];
}

/** Checks an initdata document and the policy in it. */
export function checkInitdata(
  text: string,
  origin: PolicyOrigin,
  environment: PolicyEnvironment,
  document = parseInitdata(text),
): FileFinding[] {
  return runToCompletion(initdataSteps(text, origin, environment, document));
}

function* initdataSteps(
  text: string,
  origin: PolicyOrigin,
  environment: PolicyEnvironment,
  document: InitdataDocument,
): YieldingTask<FileFinding[]> {
  const { release, workspace, now } = environment;
  const context = { ...origin, text, document, release, workspace, now };
  // Other findings would be about two versions at once.
  const hasConflict = findMergeConflict(text) !== undefined;
  const rules = hasConflict ? initdataRules.filter(({ id }) => id === 'initdata-syntax') : initdataRules;
  const own = yield* ruleSteps(rules, (rule) => rule.check(context), text, environment);
  if (hasConflict) return own;
  return [...own, ...(yield* embeddedSteps(document, origin, environment))].sort(compareByPosition);
}

/** Returns the findings in the policy of an initdata document, at their positions in the document. */
function* embeddedSteps(
  document: InitdataDocument,
  { uri, isConfidential = false }: PolicyOrigin,
  environment: PolicyEnvironment,
): YieldingTask<FileFinding[]> {
  const embedded = getInitdataPolicy(document);
  if (embedded === undefined) return [];
  const found = yield* policySteps(
    embedded.policy,
    {
      uri,
      place: 'initdata',
      isConfidential: isConfidential || configuresAttestation(document),
      isWithoutAttestation: !isConfidential && declinesAttestation(document),
    },
    environment,
  );
  return found.map((finding) => findingInDocument(finding, embedded.entry));
}
