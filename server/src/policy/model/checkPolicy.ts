/** Checks policies and initdata by their rules. As for manifests, a rule that throws is reported to the log and harms no other. */
import { guestOf } from '#core/agent/guests.ts';
import type { Release } from '#core/product/releases.ts';
import type { SeveritySetting } from '#core/common/severity.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { parseInitdata, type InitdataDocument } from '#server/initdata/document.ts';
import { initdataRules } from '#server/initdata/rules/index.ts';
import { policyRules } from '../rules/index.ts';
import type { Place } from '../policyRule.ts';
import type { Finding, RuleInfo } from '#server/engine/findings/rule.ts';
import type { FileFinding } from '#server/engine/findings/fileFinding.ts';
import { suppressions } from '#server/engine/findings/suppressions.ts';
import type { WorkspaceFacts } from '#server/engine/workspace/workspaceSnapshot.ts';
import { findingInDocument, policyIn } from '#server/initdata/initdataPolicy.ts';
import { dialectsOf, refusalIn } from './engineVerdict.ts';
import { namesIn } from './names.ts';
import type { Policy } from './policy.ts';
import { initdataOf, openPolicySteps } from './policyOfFile.ts';
import { finish, inSlices, type Steps } from '#server/engine/scheduling/steps.ts';

/** What the answer depends on besides the text. */
export interface PolicyEnvironment {
  readonly release: Release;
  /** By rule id, without `osc/`. */
  readonly severities: ReadonlyMap<string, SeveritySetting>;
  readonly workspace: WorkspaceFacts | undefined;
  readonly onError: (message: string) => void;
  /** The time by which certificates are judged, in milliseconds. */
  readonly now: number;
}

interface Where {
  readonly uri: string;
  readonly place: Place;
}

/** More findings of one rule help nobody. */
const maxPerRule = 200;

/** What is wrong with an open file of Rego or TOML. Gives way to other work; undefined when `isStale` says that nobody wants the answer any more. */
export async function checkOpenFile(file: OpenFile, environment: PolicyEnvironment, isStale: () => boolean = () => false): Promise<FileFinding[] | undefined> {
  return inSlices(openFileSteps(file, environment), isStale);
}

function* openFileSteps(file: OpenFile, environment: PolicyEnvironment): Steps<FileFinding[]> {
  const where: Where = { uri: file.uri, place: 'file' };
  const policy = yield* openPolicySteps(file);
  if (policy !== undefined) return yield* policySteps(policy, where, environment);
  const document = initdataOf(file);
  return document === undefined ? [] : yield* initdataSteps(file.text.getText(), where, environment, document);
}

/** What is wrong with a policy; nothing for Rego that is not for the agent. */
export function checkPolicy(policy: Policy, where: Where, environment: PolicyEnvironment): FileFinding[] {
  return finish(policySteps(policy, where, environment));
}

function* policySteps(policy: Policy, where: Where, environment: PolicyEnvironment): Steps<FileFinding[]> {
  if (!policy.isForAgent) return [];
  yield;
  const { release, workspace } = environment;
  const context = { ...where, policy, release, guest: guestOf(release), workspace };
  const { isLong } = policy;
  // What several rules need of it is worked out bit by bit before they ask.
  if (!isLong) {
    yield* namesIn(policy.meant, policy.text).readSteps();
    for (const dialect of dialectsOf(context.guest)) {
      refusalIn(policy, dialect, context.guest);
      yield;
    }
  }
  const rules = isLong ? policyRules.filter(({ ofLong }) => ofLong !== false) : policyRules;
  return yield* run(rules, (rule) => rule.check(context), policy.text, environment);
}

/** What is wrong with an initdata document, and with the policy in it. */
export function checkInitdata(text: string, where: Where, environment: PolicyEnvironment, document = parseInitdata(text)): FileFinding[] {
  return finish(initdataSteps(text, where, environment, document));
}

function* initdataSteps(text: string, where: Where, environment: PolicyEnvironment, document: InitdataDocument): Steps<FileFinding[]> {
  const { release, workspace, now } = environment;
  const context = { ...where, text, document, release, workspace, now };
  const own = yield* run(initdataRules, (rule) => rule.check(context), text, environment);
  return [...own, ...(yield* embeddedSteps(document, where.uri, environment))].sort(byPlace);
}

/** The findings in the policy of an initdata document, at their places in it. */
function* embeddedSteps(document: InitdataDocument, uri: string, environment: PolicyEnvironment): Steps<FileFinding[]> {
  const embedded = policyIn(document);
  if (embedded === undefined) return [];
  const found = yield* policySteps(embedded.policy, { uri, place: 'initdata' }, environment);
  return found.map((finding) => findingInDocument(finding, embedded.entry));
}

function* run<Of extends RuleInfo>(
  rules: readonly Of[],
  check: (rule: Of) => Iterable<Finding>,
  text: string,
  environment: PolicyEnvironment,
): Steps<FileFinding[]> {
  const silenced = suppressions(text);
  const found: FileFinding[] = [];
  for (const rule of rules) {
    if (rule.releases !== undefined && !rule.releases(environment.release)) continue;
    yield;
    try {
      let left = maxPerRule;
      for (const { start, end, message, severity: own, fixes = [], related = [] } of check(rule)) {
        const severity = environment.severities.get(rule.id) ?? own ?? rule.severity;
        if (severity !== 'off' && !silenced(rule.id, start)) found.push({ rule, severity, message, start, end, fixes, related });
        left -= 1;
        if (left === 0) break;
        yield;
      }
    } catch (error) {
      environment.onError(`rule ${rule.id} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
  return found.sort(byPlace);
}

function byPlace(one: FileFinding, other: FileFinding): number {
  return one.start - other.start || one.end - other.end;
}
