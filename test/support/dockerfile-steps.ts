import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Copy, type Dockerfile, DockerfileParser } from 'dockerfile-ast';

/** Command, environment and user of the containers of an image. Paths are those of this machine. */
export interface Image {
  command: string[];
  healthCheck: string[];
  environment: Record<string, string>;
  user: { uid: number; gid: number };
  workFolder: string;
}

/** Folders and environment for the steps of a Dockerfile. */
interface BuildSettings {
  /** Folder with the files that the Dockerfile copies. */
  context: string;
  /** Folder in which each stage gets its own root folder. */
  folder: string;
  /** Environment of the commands; `PATH` leads to the Node of the image. */
  environment: NodeJS.ProcessEnv;
}

/** A step of a stage. */
interface Step {
  keyword: string;
  /** Text after the keyword, without options. */
  text: string;
  /** Name of the stage that files are copied from; null if they come from the context. */
  from: string | null;
}

/**
 * Runs the instructions of a Dockerfile without a container. Absolute paths of the image lead to folders of this
 * machine. Base images are not used, so commands run with the programs of this machine.
 */
export function buildImage(dockerfile: string, settings: BuildSettings): Image {
  const parsed = DockerfileParser.parse(dockerfile);
  const stages = stagesOf(parsed);
  const roots = new Map(stages.map(({ name }) => [name, join(settings.folder, name)]));
  const built = stages.map(({ name, steps }) => runStage(steps, { ...settings, root: roots.get(name)!, roots }));
  return built.at(-1)!;
}

function stagesOf(parsed: Dockerfile): { name: string; steps: Step[] }[] {
  const stages: { name: string; steps: Step[] }[] = [];
  for (const instruction of parsed.getInstructions()) {
    const [keyword, text] = [instruction.getKeyword(), instruction.getArgumentsContent() ?? ''];
    const from = instruction instanceof Copy ? (instruction.getFromFlag()?.getValue() ?? null) : null;
    if (keyword !== 'FROM') stages.at(-1)!.steps.push({ keyword, text, from });
    else stages.push({ name: /AS (\S+)/i.exec(text)?.[1] ?? 'final', steps: [] });
  }
  return stages;
}

interface StageSettings extends BuildSettings {
  root: string;
  roots: Map<string, string>;
}

function runStage(steps: Step[], { context, root, roots, environment }: StageSettings): Image {
  const inRoot = (text: string) => text.replaceAll(/(?<![\w.}])\/(app|data)\b/g, `${root}/$1`);
  const image: Image = { command: [], healthCheck: [], environment: {}, user: { uid: 0, gid: 0 }, workFolder: root };
  const words = (text: string): string[] => JSON.parse(inRoot(/\[.*\]$/s.exec(text)![0]));
  const run: Record<string, (text: string, from: string | null) => void> = {
    WORKDIR(text) {
      image.workFolder = inRoot(text);
      mkdirSync(image.workFolder, { recursive: true });
    },
    COPY(text, from) {
      const [source, target] = text.split(' ') as [string, string];
      const sources = from ? [join(roots.get(from)!, source)] : filesLike(context, source);
      for (const one of sources)
        cpSync(one, resolve(image.workFolder, inRoot(target)), { recursive: true, verbatimSymlinks: true });
    },
    RUN(text) {
      const options = { cwd: image.workFolder, env: { ...environment, ...image.environment } };
      execFileSync('sh', ['-ec', inRoot(text)], { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    },
    ENV(text) {
      const pairs = text.split(' ').map((one) => one.split(/=(.*)/s).slice(0, 2));
      image.environment = {
        ...image.environment,
        ...Object.fromEntries(pairs.map(([name, value]) => [name, inRoot(value!)])),
      };
    },
    USER(text) {
      const [uid, gid] = text.split(':').map(Number);
      image.user = { uid: uid!, gid: gid! };
    },
    HEALTHCHECK(text) {
      image.healthCheck = words(text);
    },
    ENTRYPOINT(text) {
      image.command = [...words(text), ...image.command];
    },
    CMD(text) {
      image.command = [...image.command, ...words(text)];
    },
  };
  const others = new Set(['LABEL', 'VOLUME', 'EXPOSE']);
  mkdirSync(root, { recursive: true });
  for (const { keyword, text, from } of steps.filter((step) => !others.has(step.keyword))) run[keyword]!(text, from);
  return image;
}

/** Returns the files of a folder whose names match a pattern with one `*`. */
function filesLike(folder: string, pattern: string): string[] {
  const [start, end] = pattern.split('*');
  return readdirSync(folder)
    .filter((name) => name.startsWith(start!) && name.endsWith(end ?? ''))
    .map((name) => join(folder, name));
}
