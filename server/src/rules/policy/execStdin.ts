import { kataUpstream } from '../../../../core/sources.ts';
import { definePolicyRule } from '../policyRule.ts';
import { policyWith } from './examplePolicy.ts';
import { listed } from './keywords.ts';
import { firstOf, nameOf, readingOf } from './reading.ts';

/** What a command that is run from outside needs besides, and what happens without. */
const streams = [
  ['ReadStreamRequest', 'its output does not come out'],
  ['WriteStreamRequest', 'what is typed does not reach it'],
  ['CloseStdinRequest', 'commands that read to the end of their input do not end'],
] as const;

export default definePolicyRule({
  id: 'rego-exec-stdin',
  title: 'Commands may be run, but their streams are denied',
  severity: 'info',
  appliesTo: ['Agent policy'],
  language: 'rego',
  why:
    '`oc exec` asks for ExecProcessRequest first, then for ReadStreamRequest, WriteStreamRequest and CloseStdinRequest. Where the first is allowed and others are denied, the command runs, but it hangs or shows nothing. ' +
    'Where only chosen commands are allowed this may be meant, and is a hint.',
  source: [kataUpstream('src/runtime/virtcontainers/kata_agent.go')],
  *check({ policy }) {
    const { verdict, rulesOf, isWhole, isAsked } = readingOf(policy);
    const exec = verdict('ExecProcessRequest').verdict;
    if (!isWhole || !isAsked || (exec !== 'allowed' && exec !== 'conditional')) return;
    const closed = streams.filter(([name]) => ['denied', 'undefined'].includes(verdict(name).verdict));
    const rule = firstOf(rulesOf('ExecProcessRequest'));
    const at = rule === undefined ? undefined : nameOf(rule);
    const [worst] = closed;
    if (at === undefined || worst === undefined) return;
    yield {
      start: at.start,
      end: at.end,
      severity: exec === 'allowed' ? 'info' : 'hint',
      message: `Commands may be run, but ${listed(closed.map(([name]) => name))} ${closed.length === 1 ? 'is' : 'are'} denied: ${worst[1]}, and interactive exec hangs.`,
    };
  },
  examples: [
    {
      avoid: policyWith(
        'default ExecProcessRequest := true\n#       ^^^^^^^^^^^^^^^^^^ want osc/rego-exec-allowed\n#       ^^^^^^^^^^^^^^^^^^ want\ndefault WriteStreamRequest := false\ndefault CloseStdinRequest := true\n',
      ),
      prefer: policyWith('default ExecProcessRequest := false\ndefault WriteStreamRequest := false\ndefault CloseStdinRequest := true\n'),
    },
  ],
});
