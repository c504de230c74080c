import { endpoints } from '../../../../core/agent/endpoints.ts';
import { kataUpstream } from '../../../../core/sources.ts';
import { definePolicyRule } from '../policyRule.ts';
import { decisionOf } from './denial.ts';
import { policyWith } from './examplePolicy.ts';
import { firstOf, nameOf, readingOf } from './reading.ts';
import { waitsForAnother } from './stepping.ts';

export default definePolicyRule({
  id: 'rego-deny-start',
  title: 'Denied, though no pod starts without it',
  severity: 'error',
  appliesTo: ['Agent policy'],
  language: 'rego',
  why:
    'CreateSandboxRequest, CreateContainerRequest, StartContainerRequest and WaitProcessRequest are sent for every pod. Denied, with no rule that allows any, the pod does not start. ' +
    'CopyFileRequest is needed by every pod that mounts something of the cluster, a token of its service account for instance; pods of kata may do without, so that this is information there.',
  source: [kataUpstream('src/runtime/virtcontainers/kata_agent.go')],
  *check({ policy }) {
    const reading = readingOf(policy);
    if (!reading.isWhole || waitsForAnother(reading)) return;
    for (const { name, start, whenDenied } of endpoints) {
      if ((start !== 'always' && start !== 'mounts') || reading.verdict(name).verdict !== 'denied') continue;
      const rule = firstOf(reading.rulesOf(name));
      const at = rule === undefined ? undefined : nameOf(rule);
      if (at === undefined) continue;
      const edit = decisionOf(reading, name, true);
      yield {
        start: at.start,
        end: at.end,
        severity: start === 'always' ? 'error' : 'info',
        message:
          start === 'always'
            ? `${name} is always denied: no pod starts with this policy. Allow it, or add a rule that does.`
            : `${name} is always denied. ${whenDenied}`,
        fixes: edit === undefined ? [] : [{ title: 'Allow it', edits: [edit], sure: false }],
      };
    }
  },
  examples: [
    {
      avoid: policyWith('default StartContainerRequest := false\n#       ^^^^^^^^^^^^^^^^^^^^^ want\n', { without: ['StartContainerRequest'] }),
      prefer: policyWith('default StartContainerRequest := true\n', { without: ['StartContainerRequest'] }),
    },
  ],
});
