/**
 * Checks the scenes of the editing pictures for the documentation. OSC_UPDATE_IMAGES=1 updates the pictures in a light
 * and a dark theme.
 */
import { describe, test } from 'node:test';
import { crdWith } from '#server/manifest/rules/customResources/examples.ts';
import type { ThemeName } from '#test/support/workbench/parts/window/theme.ts';
import { picturesWanted, takePicture, type Clip } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';

const size = { width: 1120, height: 600 };

const head =
  'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example-kataconfig\nspec:\n';
const kataConfigFiles = {
  'kataconfig.yaml': `${head}  checkNodeEligibility: true\n  logLevel: `,
  'mistyped.yaml': `${head}  enablePeerpods: true\n  logLevel: warning\n`,
};

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

/** A CRD, and an object of its kind. */
const crdFiles = {
  'peerpod.yaml': `apiVersion: confidentialcontainers.org/v1alpha1
kind: PeerPod
metadata:
  name: shop-7d4b9c6f5-x2x4k
  namespace: shop
spec:
  cloudProvider: aws
  instanceID: i-0a1b2c3d4e5f60718
`,
  'crds/peerpods.yaml': crdWith(
    'PeerPod',
    'cloudProvider: { type: string, enum: [aws, azure, gcp], description: "Cloud provider that runs the VM." }',
    'instanceID: { type: string, description: "ID of the VM at the cloud provider." }',
  ),
};

/** Files of edge hosting: a request with a typing error, a response with a cause, and a note. */
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

/** A drop-in of Kata's configuration with a misspelled key, in a MachineConfig. */
const kataConfigurationFiles = {
  'machineconfig.yaml': `apiVersion: machineconfiguration.openshift.io/v1
kind: MachineConfig
metadata:
  name: 60-kata-memory
  labels:
    machineconfiguration.openshift.io/role: kata-oc
spec:
  config:
    ignition:
      version: 3.4.0
    storage:
      files:
        - path: /etc/kata-containers/config.d/memory.toml
          contents:
            source: data:,%5Bhypervisor.qemu%5D%0Adefualt_memory%20%3D%204096%0A
`,
};

/** A policy that an advisory affects. */
const advisoryFiles = {
  'policy.rego': `package agent_policy

import rego.v1

default CopyFileRequest := false
default CreateContainerRequest := false
default CreateSandboxRequest := true
default StartContainerRequest := true
default WaitProcessRequest := true

CopyFileRequest if {
    some pattern in policy_data.request_defaults.CopyFileRequest
    regex.match(pattern, input.path)
}

CreateContainerRequest if input.OCI.Process.Args == ["/bin/agent"]

policy_data := {"request_defaults": {"CopyFileRequest": ["^/run/kata-containers/shared/containers/"]}}
`,
};

type Scenes = Readonly<Record<string, (workbench: Workbench) => Promise<Clip | void>>>;

const kataConfigScenes: Scenes = {
  async completion({ editor }) {
    await editor.cursorAt(7, 13);
    await editor.suggestions.request('debug');
    await editor.suggestions.showDetails('debug');
    await editor.suggestions.fitDetails('debug');
  },
  async hover({ editor }) {
    await editor.hover('checkNodeEligibility', 'checkNodeEligibility: true');
  },
  async status({ statusBar }) {
    await statusBar.openLanguageStatus('OSC 1.13');
    // The rest of the window would make the picture too wide.
    return { x: size.width - 560, y: size.height - 180, width: 560, height: 180 };
  },
  async problem(workbench) {
    const { editor, problems } = workbench;
    await workbench.openFile('mistyped.yaml');
    await editor.hasSquiggles('error', 2);
    await problems.open();
    await problems.shows('enablePeerpods');
    await editor.cursorAt(6, 5);
    await editor.openCodeActions();
  },
  async 'rule-page'({ editor, problems, webview }) {
    await problems.close();
    await editor.cursorAt(6, 5);
    await editor.applyCodeAction('Explain osc/kataconfig-unknown-field');
    await webview.showsHeading('osc/kataconfig-unknown-field');
  },
};

const peerPodsScenes: Scenes = {
  async 'peer-pods'({ editor }) {
    await editor.hasSquiggles('error');
    await editor.cursorAt(11, 3);
    await editor.suggestions.request('AZURE_REGION');
  },
  async pod(workbench) {
    const { editor } = workbench;
    await workbench.openFile('deployment.yaml');
    await editor.hasSquiggles('error');
    await editor.containsLine('VM:');
    await editor.hover('kernel', 'io.katacontainers.config.hypervisor.kernel: /boot/vmlinuz');
  },
};

const crdScenes: Scenes = {
  async 'crd-hover'({ editor }) {
    await editor.hover('cloudProvider', 'cloudProvider: aws');
    await editor.hoverShows('Defined in: peerpods.yaml');
  },
};

const statusScenes: Scenes = {
  async 'status-hover'(workbench) {
    const { editor } = workbench;
    await editor.hasSquiggles('warning');
    await workbench.openFile('answers.json');
    await editor.hover('ClusterNotRunning', '"ClusterNotRunning"');
    await editor.hoverShows('Cluster shop is {Stopped, [Balance]}');
  },
  async 'explain-status'(workbench) {
    const { editor, webview } = workbench;
    await workbench.openFile('notes.md');
    await editor.cursorAt(5, 1);
    await editor.press('Shift+End');
    await workbench.run('Explain Status...');
    await workbench.quickInput.choose('Selection');
    await webview.showsHeading('Status explanation');
    await webview.shows('Source: Selection · notes.md');
    await webview.shows('Next:');
  },
};

const kataConfigurationScenes: Scenes = {
  async 'kata-configuration'({ editor, problems }) {
    await editor.showsCodeLens('Open Kata Configuration');
    await problems.open();
    await problems.shows('defualt_memory');
    await editor.cursorAt(15, 55);
  },
  async 'kata-configuration-file'({ editor, problems }) {
    await problems.close();
    await editor.clickCodeLens('Open Kata Configuration');
    await editor.containsLine('defualt_memory = 4096');
    await editor.hasSquiggles('warning');
    await editor.cursorAt(2, 3);
    await editor.openCodeActions();
  },
};

const advisoryScenes: Scenes = {
  async advisory({ editor, problems }) {
    await editor.hasSquiggles('error');
    await problems.open();
    await problems.shows('GHSA-q49m-57vm-c8cc');
    await editor.cursorAt(11, 1);
  },
};

/** Sets of files in separate folders, because files of another set could change the findings. */
const sets = [
  { folder: 'kataconfig', files: kataConfigFiles, open: 'kataconfig.yaml', scenes: kataConfigScenes },
  { folder: 'peer-pods', files: peerPodsFiles, open: 'peer-pods-cm.yaml', scenes: peerPodsScenes },
  { folder: 'crd', files: crdFiles, open: 'peerpod.yaml', scenes: crdScenes },
  { folder: 'advisory', files: advisoryFiles, open: 'policy.rego', scenes: advisoryScenes },
  {
    folder: 'kata-configuration',
    files: kataConfigurationFiles,
    open: 'machineconfig.yaml',
    scenes: kataConfigurationScenes,
  },
  { folder: 'edge', files: statusFiles, open: 'ListEdgeNodes.json', scenes: statusScenes },
];
const files = Object.fromEntries(
  sets.flatMap((set) => Object.entries(set.files).map(([name, text]) => [`${set.folder}/${name}`, text])),
);
const settings = JSON.stringify({ 'breadcrumbs.enabled': false });

const names = sets.flatMap(({ scenes }) => Object.keys(scenes));
const themes: readonly ThemeName[] = ['light', 'dark'];
/** One theme is enough to check that each scene still works. */
const played = picturesWanted(themes.flatMap((theme) => names.map((name) => `${name}-${theme}`)))
  ? themes
  : themes.slice(-1);

describe('pictures of the documentation', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);

  for (const theme of played) {
    test(`show the editor in the ${theme} theme`, () =>
      session().window(
        `pictures ${theme}`,
        { files: { ...files, '.vscode/settings.json': settings }, size },
        async (workbench) => {
          await workbench.theme.use(theme);
          await workbench.hideSideBar();
          for (const { open, scenes } of sets) {
            await workbench.closeEditors();
            await workbench.openFile(open);
            for (const [name, play] of Object.entries(scenes)) {
              const clip = await play(workbench);
              await takePicture(workbench.page, `${name}-${theme}`, clip ?? undefined);
              await workbench.editor.escape();
              await workbench.restPointer();
            }
          }
        },
      ));
  }
});
