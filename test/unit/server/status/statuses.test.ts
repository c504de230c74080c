/** Tests statuses in files: hovers, detection, completion, and checks. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { edgePairs } from '#core/edge/table/vocabulary.ts';
import { certainPairs } from '#core/explain/certainPairs.ts';
import { mentionsStatus } from '#core/explain/mentionsStatus.ts';
import { OpenFile } from '#server/engine/workspace/openFile.ts';
import { statusPage } from '#client/explainStatus/statusPage.ts';
import { handleExplainStatus } from '#server/status/answerExplainStatus.ts';
import { checkStatusFilters } from '#server/status/check.ts';
import { statusCompletion } from '#server/status/completion.ts';
import { listStatusDocuments } from '#server/status/statusDocuments.ts';
import { statusHover } from '#server/status/hover.ts';
import { languageContext } from '#test/support/lsp/languageContext.ts';

type Language = 'json' | 'yaml' | 'markdown';
const names: Readonly<Record<Language, string>> = { json: 'a.json', yaml: 'a.yaml', markdown: 'a.md' };

/** Opens a file. The mark ¦ is before the position of the pointer. */
function opened(marked: string, language: Language, name = names[language]) {
  const text = marked.replace('¦', '');
  const file = new OpenFile(TextDocument.create(`file:///w/${name}`, language, 1, text));
  return { file, position: file.text.positionAt(Math.max(0, marked.indexOf('¦'))) };
}

/** Returns the hover text and the text that it refers to. */
function hovered(
  marked: string,
  language: Language,
  name?: string,
): { readonly words: string; readonly of: string } | undefined {
  const { file, position } = opened(marked, language, name);
  const hover = statusHover(file, position);
  if (hover === undefined) return undefined;
  const { contents, range } = hover;
  assert.ok(typeof contents === 'object' && 'value' in contents);
  return { words: contents.value, of: file.text.getText(range) };
}

const answer = (service: string) =>
  JSON.stringify(
    {
      ResponseMetadata: { Action: 'ListEdgeNodePools', Service: service },
      Result: {
        Items: [
          {
            Id: 'p1',
            Name: 'pool',
            ClusterId: 'c1',
            Status: { Phase: 'Failed', Conditions: [{ Type: 'ClusterNotRunning' }] },
          },
        ],
      },
    },
    null,
    2,
  );

describe('status hover', () => {
  test('explains a status in an API response in JSON and YAML', () => {
    const json = answer('veecp_openapi').replace('"ClusterNotRunning"', '"¦ClusterNotRunning"');
    for (const language of ['json', 'yaml'] as const) {
      const { words, of } = hovered(json, language) ?? assert.fail();
      assert.equal(of, '"ClusterNotRunning"');
      assert.match(words, /^\*\*Status of a node pool \(edge hosting\) pool: Abnormal\*\*/);
      assert.match(words, /\*\*Next:\*\*/);
      assert.match(words, /public status table/);
    }
    assert.match(hovered(answer('veecp_openapi').replace('"Status"', '¦"Status"'), 'json')?.words ?? '', /node pool/);
    const block = 'Id: n1\nNodePoolId: p1\nStatus:\n  Phase: ¦Running\n  Conditions:\n    - Type: Unschedulable\n';
    assert.match(hovered(block, 'yaml')?.words ?? '', /^\*\*Status of a node .*accepts no new pods/s);
  });

  test('shows the cause among other resources of the file', () => {
    const cluster = { ResponseMetadata: { Action: 'ListClusters', Service: 'veecp_openapi' } };
    const two = `[${answer('veecp_openapi').replace('"Failed"', '¦"Failed"')}, ${JSON.stringify({
      ...cluster,
      Result: { Items: [{ Id: 'c1', Name: 'shop', Status: { Phase: 'Stopped', Conditions: [{ Type: 'Balance' }] } }] },
    })}]`;
    assert.match(hovered(two, 'json')?.words ?? '', /\*\*Cause:\*\* Cluster shop is \{Stopped, &#91;Balance&#93;\}/);
  });

  test('reports an unknown phase, condition, or pair', () => {
    const said = (phase: string, type: string) =>
      hovered(answer('veecp_openapi').replace('"Failed"', `¦"${phase}"`).replace('ClusterNotRunning', type), 'json')
        ?.words ?? '';
    assert.match(said('Sleeping', 'Ok'), /has no row with phase Sleeping/);
    assert.match(said('Failed', 'Foo'), /has no row with condition Foo/);
    assert.match(said('Running', 'Balance'), /lists this phase and this condition but has no row/);
  });

  test('shows nothing on other fields and on statuses of other systems', () => {
    const none: readonly (readonly [string, Language])[] = [
      [answer('veecp_openapi').replace('"pool"', '¦"pool"'), 'json'],
      [answer('vke').replace('"Failed"', '¦"Failed"'), 'json'],
      // A pod, and custom resources in `oc describe` output.
      ['apiVersion: v1\nkind: Pod\nstatus:\n  phase: ¦Running\n  conditions:\n    - type: Ready\n', 'yaml'],
      ['Name: a\nKind: StorageCluster\nStatus:\n  Phase: ¦Running\n  Conditions:\n    - Type: Progressing\n', 'yaml'],
      ['Status:\n  Phase: ¦Running\n  Conditions:\n    - Type: Progressing\n      Status: "True"\n', 'yaml'],
      ['Status:\n  Phase: ¦Running\n  Conditions:\n    - Type: Ready\n', 'yaml'],
      ['{"Status": {"Phase": "¦Running", "Conditions": []}}', 'json'],
      ['{"Status": {"Phase": "¦running", "Conditions": [{"Type": "ok"}]}}', 'json'],
      // JSON lists aren't status pairs.
      ['{"¦Running": ["Ok"]}', 'json'],
      ['["¦Failed", ["Unknown"]]', 'json'],
    ];
    for (const [marked, language] of none) assert.equal(hovered(marked, language), undefined, marked);
  });

  test('explains a pair in text with any punctuation', () => {
    for (const pair of [
      '{Failed, [Balance, ResourceCleanupFailed]}',
      '｛Failed，［Balance、ResourceCleanupFailed］｝',
      'Failed [Balance, ResourceCleanupFailed]',
    ])
      for (const [language, text] of [
        ['markdown', `The node is in \`¦${pair}\` since noon.`],
        ['yaml', `# was ¦${pair}\na: 1\n`],
        ['yaml', `state: "¦${pair}"\n`],
        ['json', `{"state": "¦${pair}"}`],
      ] as const) {
        const { words, of } = hovered(text, language) ?? assert.fail(text);
        assert.equal(of, pair);
        assert.match(words, /^\*\*Status of a node /);
      }
    assert.match(hovered('{¦Running, [*]}', 'markdown')?.words ?? '', /The asterisk stands for any condition/);
  });

  test('shows nothing on similar Markdown text', () => {
    for (const text of [
      'The build ¦Failed (Unknown)',
      'Status: ¦Running (Ok)',
      '[¦Running](Ok)',
      'import { ¦Running, Ok } from "x"',
      '| ¦Failed | CrashLoopBackOff |',
      'a ¦* [*] b',
      'phase: ¦Running',
      'const x = { ¦Failed, [Foo] }',
    ])
      assert.equal(hovered(text, 'markdown'), undefined, text);
  });

  test('explains a denial of the agent policy in Markdown', () => {
    const text =
      'The event says: `"CreateContainerRequest is ¦blocked by policy: agent_policy:114: no \\"x\\"": unknown`\n';
    const { words, of } = hovered(text, 'markdown') ?? assert.fail(text);
    assert.equal(of, 'CreateContainerRequest is blocked by policy: agent_policy:114: no \\"x\\"');
    assert.match(words, /The agent policy denies CreateContainerRequest[^]*Line 114 of agent/);
    assert.equal(hovered('CreateContainerRequest ¦creates a container.', 'markdown'), undefined);
  });

  test('explains a KataConfig status and message in Markdown', () => {
    const block =
      'It says:\n\n```yaml\nconditions:\n  message: Removing kata from cluster\n  reason: ¦Uninstalling\n  status: "True"\n  type: InProgress\n```\n';
    assert.match(hovered(block, 'markdown')?.words ?? '', /^\*\*KataConfig status: Uninstalling\*\*/);
    assert.match(
      hovered('It says "¦Performing initial installation of kata on cluster".', 'markdown')?.words ?? '',
      /KataConfig message: Installing/,
    );
    for (const other of [
      'Creating ¦pod VM images takes long.',
      'conditions:\n  type: ¦Ready\n',
      'status:\n  phase: ¦Running\n',
      'reason: ¦Installing',
      block.replace('Removing kata from cluster', 'Removing the shop'),
    ])
      assert.equal(hovered(other, 'markdown'), undefined, other);
  });

  test('escapes links and HTML from the file', () => {
    const named = answer('veecp_openapi').replace('"pool"', '"[x](command:y)<b>"').replace('"Failed"', '¦"Failed"');
    assert.doesNotMatch(hovered(named, 'json')?.words ?? assert.fail(), /<b>|\[x\]\(/);
  });
});

describe('status detection', () => {
  test('recognizes every pair of the status table', () => {
    for (const { phase, condition } of edgePairs) {
      const text = `see {${phase}, [${condition}]}`;
      for (const language of ['markdown', 'json', 'yaml'] as const)
        assert.equal(mentionsStatus(text, language), true, text);
      assert.equal(certainPairs(text).length, 1, text);
      assert.equal(mentionsStatus(`｛${phase}，【${condition}】｝`, 'markdown'), true);
    }
  });

  test('ignores other text', () => {
    for (const text of [
      '# Read me\n\nRunning the tests (see below).\n',
      'Status: Running',
      '* [*] a',
      '| Failed | why |\n',
    ])
      assert.equal(mentionsStatus(text, 'markdown'), false, text);
    assert.equal(mentionsStatus('{"name": "x", "scripts": {"Running": "a"}}', 'json'), false);
    assert.equal(mentionsStatus('kind: Pod\nstatus:\n  phase: Running\n  conditions: []\n', 'yaml'), false);
  });
});

describe('status filter completion', () => {
  const offered = (marked: string, language: Language, name?: string): readonly string[] | undefined => {
    const { file, position } = opened(marked, language, name);
    return statusCompletion(file, position)?.map(({ textEdit }) => {
      assert.ok(textEdit !== undefined && 'range' in textEdit);
      return textEdit.newText;
    });
  };
  const edge = '# veecp ListEdgeNodePools\n';

  test('offers the phases of the listed resource type', () => {
    const pools = ['Creating', 'Running', 'Updating', 'Deleting', 'Failed', 'Scaling'];
    assert.deepEqual(offered(`${edge}Filter:\n  Statuses:\n    - Phase: ¦\n`, 'yaml'), pools);
    assert.deepEqual(offered('{"Filter": {"Statuses": [{"Phase": "¦"}]}}', 'json', 'ListEdgeNodePools.json'), pools);
    assert.deepEqual(
      offered(
        '{\n  "Action": "ListEdgeNodePools",\n  "Filter": {\n    "Statuses": [\n      {\n        "Phase": "Ru¦',
        'json',
      ),
      pools,
    );
    assert.equal(offered('{"Filter": {"Statuses": [{"Phase": "¦"}]}}', 'json')?.length, 9);
  });

  test('offers the conditions of the selected phase', () => {
    const failed = ['ResourceCleanupFailed', 'Unknown', 'ClusterNotRunning'];
    assert.deepEqual(
      offered(
        `${edge}Filter:\n  Statuses:\n    - Phase: Running\n    - Phase: Failed\n      Conditions.Type: ¦\n`,
        'yaml',
      ),
      failed,
    );
    assert.deepEqual(
      offered(
        '{"Filter": {"Statuses": [{"Phase": "Failed", "Conditions.Type": "¦"}]}}',
        'json',
        'list-edge-node-pools.json',
      ),
      failed,
    );
  });

  test('offers fields, with quotation marks where JSON requires them', () => {
    assert.deepEqual(offered('{"Filter": {"Statuses": [{¦}]}}', 'json'), ['"Phase": ', '"Conditions.Type": ']);
    assert.deepEqual(offered('{"Filter": {"Statuses": [{"Ph¦": "Running"}]}}', 'json'), ['Phase', 'Conditions.Type']);
    assert.deepEqual(offered('Filter:\n  Statuses:\n    - ¦\n', 'yaml'), ['Phase: ', 'Conditions.Type: ']);
    assert.deepEqual(
      offered('{"Filter": {"Statuses": [{"Phase": ¦}]}}', 'json', 'ListEdgeNodePools.json')?.[0],
      '"Creating"',
    );
  });

  test('offers nothing elsewhere', () => {
    for (const text of [
      '{"Filter": {"Name": "¦", "Statuses": []}}',
      '{"Filter": {"Statuses": [{"Phase": "Running"¦}]}}',
      '{"Statuses": [{"Phase": "¦"}], "Filter": {}}',
    ])
      assert.equal(offered(text, 'json'), undefined, text);
    assert.equal(offered('spec:\n  Phase: ¦\n', 'yaml'), undefined);
  });
});

describe('status filter check', () => {
  const found = (text: string, language: Language, name?: string): readonly string[] => {
    const { file } = opened(text, language, name);
    const environment = { severities: new Map(), onError: (message: string) => assert.fail(message) };
    return checkStatusFilters(file.uri, listStatusDocuments(file), environment).map(
      ({ rule, severity, start, end }) => `${rule.id} ${severity} ${file.text.getText().slice(start, end)}`,
    );
  };
  const wrong = '{"Filter": {"Statuses": [{"Phase": "Runing", "Conditions.Type": "Ok"}]}}';

  test('applies only to edge hosting requests', () => {
    assert.deepEqual(found(wrong, 'json', 'ListEdgeNodes.json'), ['edge-filter-phase warning "Runing"']);
    assert.deepEqual(found(wrong, 'json', 'veecp/list.json'), ['edge-filter-phase warning "Runing"']);
    assert.deepEqual(found(`{"Action": "ListEdgeNodes", ${wrong.slice(1)}`, 'json'), [
      'edge-filter-phase warning "Runing"',
    ]);
    assert.deepEqual(found(`{"Version": "2021-03-03", "Body": ${wrong}}`, 'json'), [
      'edge-filter-phase warning "Runing"',
    ]);
    // VKE requests have the same shape.
    assert.deepEqual(found(wrong, 'json', 'ListNodes.json'), []);
    assert.deepEqual(found(wrong, 'json'), []);
  });

  test('reports unknown phases, conditions, and pairs', () => {
    const filter = (phase: string, condition: string) =>
      `{"Filter": {"Statuses": [{"Phase": "${phase}", "Conditions.Type": "${condition}"}]}}`;
    assert.deepEqual(found(filter('Sleeping', 'Ok'), 'json', 'ListEdgeNodes.json'), [
      'edge-filter-phase info "Sleeping"',
    ]);
    assert.deepEqual(found(filter('Failed', 'Whatever'), 'json', 'ListEdgeNodes.json'), [
      'edge-filter-condition info "Whatever"',
    ]);
    assert.deepEqual(found(filter('Failed', 'StockOut'), 'json', 'ListEdgeNodes.json'), [
      'edge-filter-condition info "StockOut"',
    ]);
    assert.deepEqual(found(filter('Running', 'Balance'), 'json', 'ListEdgeNodes.json'), [
      'edge-filter-pair info "Balance"',
    ]);
  });

  test('accepts every pair of the status table and every documented phase', () => {
    const request = {
      cluster: 'veecp ListClusters',
      nodePool: 'ListEdgeNodePools',
      node: 'ListEdgeNodes',
      component: 'veecp ListAddons',
    };
    for (const { resource, phase, condition } of edgePairs)
      assert.deepEqual(
        found(
          `# ${request[resource]}\nFilter:\n  Statuses:\n    - Phase: ${phase}\n      Conditions.Type: ${condition}\n`,
          'yaml',
        ),
        [],
      );
    assert.deepEqual(found('# veecp ListClusters\nFilter:\n  Statuses:\n    - Phase: Starting\n', 'yaml'), []);
  });

  test('ignores templates and unfinished values', () => {
    for (const text of ['- Phase: "{{ phase }}"', '- Phase: ${PHASE}', '-', '- Phase:', '- Phase: "*"'])
      assert.deepEqual(found(`# veecp\nFilter:\n  Statuses:\n    ${text}\n`, 'yaml'), [], text);
    assert.deepEqual(found('{"Filter": {"Statuses": [{"Phase": "Runing"', 'json', 'ListEdgeNodes.json'), []);
  });

  test('is suppressed by a comment', () => {
    assert.deepEqual(
      found(
        '# veecp\nFilter:\n  Statuses:\n    # osc-ignore-next-line edge-filter-phase: new\n    - Phase: Sleeping\n',
        'yaml',
      ),
      [],
    );
  });

  test('handles hostile text', () => {
    for (const text of [
      '['.repeat(100_000),
      '{"Filter": {"Statuses": ['.repeat(3000),
      `veecp Filter: Statuses: ${'"'.repeat(100_000)}`,
    ]) {
      assert.deepEqual(found(text, 'json'), []);
      assert.doesNotThrow(() => opened(`${text}¦`, 'json'));
      const { file, position } = opened(`${text}¦`, 'json');
      statusCompletion(file, position);
      statusHover(file, position);
    }
  });
});

describe('explain status request', () => {
  const explain = (sent: unknown) => handleExplainStatus(sent, languageContext());

  test('returns each status with its text, its meaning, and the next step', async () => {
    const { found, statuses, notes, docs } = await explain({ text: '{Failed, [Balance]}' });
    assert.equal(found, true);
    const [status = assert.fail('no status'), ...others] = statuses;
    assert.deepEqual(others, []);
    assert.equal(status.severity, 'error');
    assert.equal(status.title, 'Status of a node (edge hosting)');
    assert.equal(status.text, '{Failed, [Balance]}');
    assert.match(status.paragraphs.join('\n'), /shut down.*\nNext: /);
    assert.match(notes.join('\n'), /^Edge hosting explanations are based on the public status table dated /);
    assert.match(docs?.url ?? '', /^https:\/\/www\.volcengine\.com\//);
  });

  test('shows the worst state of all statuses on the page, and the text of each as code', async () => {
    const page = statusPage(await explain({ text: '{Running, []}\n{Failed, [Balance]}' }), 'Source: clipboard.');
    assert.equal(page.place, 'Source: clipboard.');
    assert.equal(page.state.word, 'Error');
    assert.equal(page.state.headline, '2 statuses');
    const [section = assert.fail()] = page.sections;
    assert.ok(section.kind === 'checks');
    assert.deepEqual(
      section.items.map(({ evidence }) => evidence),
      [['`{Running, []}`'], ['`{Failed, [Balance]}`']],
    );
  });

  test('finds no status in other text and invalid input', async () => {
    assert.equal((await explain({ text: 'a shopping list', from: '' })).found, false);
    for (const sent of [undefined, null, 3, { text: 3 }]) assert.equal((await explain(sent)).found, false);
  });
});
