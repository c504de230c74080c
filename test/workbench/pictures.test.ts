/** The pictures of the documentation, in a light and a dark theme. OSC_UPDATE_IMAGES=1 takes them anew. */
import { describe, test } from 'node:test';
import { picturesWanted, takePicture, type Clip } from '../support/workbench/pictures.ts';
import { useSession } from '../support/workbench/session.ts';
import { startUp, type Workbench } from '../support/workbench/workbench.ts';

const session = useSession();

const themes = [
  { name: 'light', theme: 'Default Light Modern', shown: '.monaco-workbench.vs' },
  { name: 'dark', theme: 'Default Dark Modern', shown: '.monaco-workbench.vs-dark' },
];

const size = { width: 1120, height: 600 };

const head = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example-kataconfig\nspec:\n';
const files = {
  'kataconfig.yaml': `${head}  checkNodeEligibility: true\n  logLevel: `,
  'mistyped.yaml': `${head}  enablePeerpods: true\n  logLevel: warning\n`,
};

/** In a folder of their own: what is said across files is another picture. */
const peerPodsFiles = {
  'peer-pods-cm.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: peer-pods-cm
  namespace: openshift-sandboxed-containers-operator
data:
  CLOUD_PROVIDER: "azure"
  AZURE_INSTANCE_SIZE: "Standard_B2als_v2"
  AZURE_INSTANCE_SIZES: "Standard_B2als_v2,Standard_D4as_v5"
  VXLAN_PORT: "9000"
  `,
  'deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  selector:
    matchLabels:
      app: shop
  template:
    metadata:
      labels:
        app: shop
      annotations:
        io.katacontainers.config.hypervisor.kernel: /boot/vmlinuz
    spec:
      runtimeClassName: kata-remote
      containers:
        - name: shop
          image: registry.example.com/shop
          resources:
            requests:
              cpu: "2"
              memory: 6Gi
`,
};

/** Of edge hosting: a request with a slip in it, an answer with a cause, and what somebody wrote down. */
const statusFiles = {
  'ListEdgeNodes.json': '{\n  "Filter": { "Statuses": [{ "Phase": "Runing" }] }\n}\n',
  'answers.json': `[
  {
    "ResponseMetadata": { "Action": "ListClusters", "Service": "veecp_openapi" },
    "Result": {
      "Items": [
        { "Id": "c1", "Name": "shop", "Status": { "Phase": "Stopped", "Conditions": [{ "Type": "Balance" }] } }
      ]
    }
  },
  {
    "ResponseMetadata": { "Action": "ListEdgeNodePools", "Service": "veecp_openapi" },
    "Result": {
      "Items": [
        {
          "Id": "p1",
          "Name": "pool",
          "ClusterId": "c1",
          "Status": { "Phase": "Failed", "Conditions": [{ "Type": "ClusterNotRunning" }] }
        }
      ]
    }
  }
]
`,
  'notes.md': `# Since noon

A node of the shop shows this:

{Failed, [Balance, ResourceCleanupFailed]}
`,
};

type Scenes = Readonly<Record<string, (workbench: Workbench) => Promise<Clip | void>>>;

const scenes: Scenes = {
  async completion({ editor, page }) {
    await editor.cursorAt(7, 13);
    const debug = await editor.suggestUntil('debug');
    while (!(await debug.getAttribute('class'))?.includes('focused')) await page.keyboard.press('ArrowDown');
    // The second Control+Space opens what there is to say of the value.
    const details = page.locator('.suggest-details-container .suggest-details');
    if (!(await details.isVisible())) await page.keyboard.press('Control+Space');
    await details.locator('.docs').waitFor();
    // When it opens for the first time it keeps the size that it had without text. With the next value it gets its own.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    const fits = `(() => { const body = document.querySelector('.suggest-details .body'); return body.scrollHeight <= body.clientHeight; })()`;
    await page.waitForFunction(fits);
  },
  async hover({ editor }) {
    await editor.hover('checkNodeEligibility', 'checkNodeEligibility: true');
  },
  async status(workbench) {
    const item = await workbench.languageStatus('OSC 1.12');
    await item.waitFor();
    // The rest of the window says nothing.
    return { x: size.width - 560, y: size.height - 180, width: 560, height: 180 };
  },
  async problem(workbench) {
    await workbench.openFile('mistyped.yaml');
    await workbench.editor.squiggles('error').nth(1).waitFor();
    await workbench.openProblems();
    await workbench.problem('enablePeerpods').waitFor();
    await workbench.editor.cursorAt(6, 5);
    await workbench.editor.openCodeActions();
  },
  async 'rule-page'(workbench) {
    await workbench.page.keyboard.press('Control+J');
    await workbench.page.locator('.part.panel').waitFor({ state: 'hidden' });
    await workbench.editor.applyCodeAction('Explain osc/kataconfig-unknown-field');
    await workbench.webview().locator('h1').waitFor();
  },
};

const peerPodsScenes: Scenes = {
  async 'peer-pods'(workbench) {
    const { editor } = workbench;
    await editor.squiggles('error').first().waitFor();
    await editor.cursorAt(11, 3);
    await editor.suggestUntil('AZURE_REGION');
  },
  async pod(workbench) {
    await workbench.page.keyboard.press('Escape');
    await workbench.openFile('deployment.yaml');
    await workbench.editor.squiggles('error').first().waitFor();
    await workbench.editor.root.getByText('VM:', { exact: false }).first().waitFor();
    await workbench.editor.hover('kernel', 'io.katacontainers.config.hypervisor.kernel: /boot/vmlinuz');
  },
};

const statusScenes: Scenes = {
  async 'status-hover'(workbench) {
    await workbench.openFile('answers.json');
    const hover = await workbench.editor.hover('ClusterNotRunning', '"ClusterNotRunning"');
    await hover.filter({ hasText: 'Cluster shop is {Stopped, [Balance]}' }).first().waitFor();
  },
  async 'explain-status'(workbench) {
    const { editor, page } = workbench;
    await workbench.openFile('notes.md');
    await editor.cursorAt(5, 1);
    await page.keyboard.press('Shift+End');
    await workbench.runCommand('Explain Status...');
    // The first page of a window comes with processes of its own.
    await workbench.webview().locator('h1', { hasText: 'Explained status' }).waitFor({ timeout: startUp });
    await workbench.webview().getByText('Taken from the selection in notes.md.').waitFor();
    await workbench.webview().getByText('What comes next:').first().waitFor();
  },
};

// To see that they can still be taken, one theme is enough.
const all = [...Object.keys(scenes), ...Object.keys(peerPodsScenes), ...Object.keys(statusScenes)];
const played = picturesWanted(themes.flatMap(({ name }) => all.map((scene) => `${scene}-${name}`))) ? themes : themes.slice(-1);

const checked = (workbench: Workbench) => workbench.checked();
const sets = [
  { of: 'KataConfig', files, open: 'kataconfig.yaml', scenes, ready: checked },
  { of: 'peer pods', files: peerPodsFiles, open: 'peer-pods-cm.yaml', scenes: peerPodsScenes, ready: checked },
  {
    of: 'statuses',
    files: statusFiles,
    open: 'ListEdgeNodes.json',
    scenes: statusScenes,
    ready: ({ editor }: Workbench) => editor.squiggles('warning').first().waitFor({ timeout: startUp }),
  },
];

describe('pictures', { timeout: 900_000 }, () => {
  for (const { name, theme, shown } of played) {
    for (const set of sets) {
      test(`${set.of}, ${name}`, () => {
        const settings = JSON.stringify({ 'workbench.colorTheme': theme, 'breadcrumbs.enabled': false, 'editor.lightbulb.enabled': 'off' });
        const contents = { files: { ...set.files, '.vscode/settings.json': settings }, open: set.open };
        return session().window(`pictures ${set.of} ${name}`, contents, async (workbench) => {
          await workbench.page.setViewportSize(size);
          await workbench.page.locator(shown).waitFor();
          await set.ready(workbench);
          await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
          await workbench.page.locator('.part.sidebar').waitFor({ state: 'hidden' });
          for (const [scene, play] of Object.entries(set.scenes)) {
            const clip = await play(workbench);
            await takePicture(workbench.page, `${scene}-${name}`, clip ?? undefined);
            await workbench.page.keyboard.press('Escape');
            await workbench.page.mouse.move(0, 0);
          }
        });
      });
    }
  }
});
