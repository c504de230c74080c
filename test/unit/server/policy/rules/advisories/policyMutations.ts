/** Changes of a policy that keep its meaning. */
import { Policy } from '#server/policy/model/policy.ts';
import type { Query } from '#server/policy/rego/syntax/ast.ts';

/** A change that keeps the meaning of a policy. */
export interface PolicyMutation {
  readonly title: string;
  readonly change: (text: string) => string;
}

type Change = PolicyMutation['change'];

const rename =
  (prefix: string, names: readonly string[]): Change =>
  (text) =>
    names.reduce(
      (all, name, index) => all.replaceAll(new RegExp(`(?<![\\w."])${name}\\b`, 'g'), `${prefix}${index}`),
      text,
    );

const fields = [
  'source',
  'driver',
  'mount_point',
  'Mounts',
  'file_type',
  'symlink_target',
  'containers',
  'CopyFileRequest',
];

/** Replaces a condition, and adds a rule at the end if the policy contains the condition. */
const withHelper =
  (condition: string, call: string, rule: string): Change =>
  (text) =>
    text.includes(condition) ? `${text.replaceAll(condition, call)}\n${rule}\n` : text;

/** The mutations. The conditions are those of genpolicy. */
export const policyMutations: readonly PolicyMutation[] = [
  {
    title: 'renamed variables',
    change: rename('v', [
      'p_mount',
      'i_mount',
      'p_oci',
      'i_oci',
      'i_storage',
      'i_storages',
      'p_container',
      'p_storage',
    ]),
  },
  {
    title: 'renamed rules',
    change: rename('r', [
      'allow_mount',
      'check_mount',
      'allow_storage',
      'allow_storages',
      'allow_copy_file',
      'allow_copy_file_path',
    ]),
  },
  { title: 'reversed order of the conditions', change: reverseStatements },
  {
    title: 'comments that contain the tests',
    change: (text) =>
      text.replaceAll(
        / if \{\n/g,
        ' if {\n    # p_mount.source != "" and i_storage.driver in {"blk"} and input.file_type == "Symlink"\n    # expect_root_path == i_storage.mount_point\n',
      ),
  },
  { title: 'no prints', change: (text) => text.replaceAll(/^ *print\(.*\)\n/gm, '') },
  {
    title: 'brackets',
    change: (text) =>
      text
        .split('\n')
        .map((line) =>
          line.includes('print(')
            ? line
            : line.replaceAll(new RegExp(`(?<=[\\w\\])])\\.(${fields.join('|')})\\b`, 'g'), '["$1"]'),
        )
        .join('\n'),
  },
  {
    title: 'swapped sides of comparisons',
    change: (text) => text.replaceAll(/^( +)(\S+) (==|!=) (\S+)$/gm, '$1$4 $3 $2'),
  },
  {
    title: 'old iteration',
    change: (text) =>
      text
        .replaceAll(/^( +)some (\w+), (\w+) in (\S+)$/gm, '$1some $2\n$1$3 := $4[$2]')
        .replaceAll(/^( +)some (\w+) in (\S+)$/gm, '$1$2 := $3[_]'),
  },
  {
    title: 'aliases',
    change: (text) =>
      text
        .replaceAll(/^( +)p_mount\.source (?=[!=]=)/gm, '$1source := p_mount.source\n$1source ')
        .replaceAll(/^( +)i_storage\.driver (?=in|==)/gm, '$1driver := i_storage.driver\n$1driver ')
        .replaceAll(/^( +)i_storage\.mount_point ==/gm, '$1point = i_storage.mount_point\n$1point ==')
        .replaceAll(/== i_storage\.mount_point$/gm, '== target\n    target := i_storage.mount_point')
        .replaceAll(/^( +)input\.file_type/gm, '$1request := input\n$1request.file_type'),
  },
  { title: 'count', change: (text) => text.replaceAll(/^( +)p_mount\.source != ""$/gm, '$1count(p_mount.source) > 0') },
  {
    title: 'not ... ==',
    change: (text) => text.replaceAll(/^( +)p_mount\.source != ""$/gm, '$1not p_mount.source == ""'),
  },
  {
    title: 'input as argument',
    change: (text) =>
      text
        .replaceAll('allow_copy_file if {', 'allow_copy_file(request) if {')
        .replaceAll(/^( +)allow_copy_file$/gm, '$1allow_copy_file(input)')
        .replaceAll(/\binput\.(file_type|symlink_target)(?=.*\n)/g, (whole, field: string, at: number, all: string) =>
          all.lastIndexOf('allow_copy_file(request)', at) > all.lastIndexOf('\nCopyFileRequest', at)
            ? `request.${field}`
            : whole,
        ),
  },
  {
    title: 'test of the driver in a helper',
    change: withHelper(
      'i_storage.driver in {"blk", "scsi"}',
      'is_block(i_storage)',
      'is_block(s) if {\n    s.driver in {"blk", "scsi"}\n}',
    ),
  },
  {
    title: 'test of the driver of images in a helper',
    change: withHelper(
      'i_storage.driver == "image_guest_pull"',
      'is_image(i_storage)',
      'is_image(s) if {\n    s.driver == "image_guest_pull"\n}',
    ),
  },
  {
    title: 'test of the source in a helper',
    change: withHelper('p_mount.source != ""', 'has_source(p_mount)', 'has_source(m) if {\n    m.source != ""\n}'),
  },
  {
    title: 'object.get',
    change: (text) =>
      text.replaceAll(
        /\b(p_mount|i_storage|input|p_oci)\.(source|driver|mount_point|file_type|symlink_target|Mounts)\b/g,
        'object.get($1, "$2", "")',
      ),
  },
  {
    title: 'paths of data.agent_policy',
    change: (text) =>
      text
        .replaceAll(/(?<![\w.])policy_data(?=\.)/g, 'data.agent_policy.policy_data')
        .replaceAll(
          /(?<=[=(] |^ +|= )(allow_mount|check_mount|allow_storage|allow_copy_file)(?=\()/gm,
          'data.agent_policy.$1',
        ),
  },
  {
    title: 'appended policy_data',
    change: (text) =>
      `${text}\npolicy_data := {"containers": [{"OCI": {"Mounts": []}, "storages": []}], "common": {}, "request_defaults": {"CopyFileRequest": ["^/run/"]}}\n`,
  },
];

function reverseStatements(text: string): string {
  const queries = new Policy(text).meant.rules.flatMap(({ bodies }) => bodies.flatMap(({ query }) => query ?? []));
  return queries.toReversed().reduce(reverseQuery, text);
}

function reverseQuery(text: string, { statements }: Query): string {
  const [first, last] = [statements[0], statements.at(-1)];
  if (first === undefined || last === undefined) return text;
  const reversed = statements.toReversed().map(({ start, end }) => text.slice(start, end));
  return text.slice(0, first.start) + reversed.join('\n    ') + text.slice(last.end);
}
