import { fileURLToPath } from 'node:url';
import * as ast from 'typescript/unstable/ast';
import { API, type Project } from 'typescript/unstable/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What shows sentences, beside output/ and what triage draws: their text is for a screen, or for a message that is made shorter. */
const showing =
  /^src\/(?:output\/|triage\/(?:view|spoken)\/|terminal\/prompt\/|contract\/errors\.ts|cli\/report\.ts|commands\/login\/sign-in\.ts|commands\/mcp\/answer\.ts|commands\/watching\/frames\.ts)/;

/** What an array of sentences or a sentence is read by, and what one is searched for by. */
const readers = /^(?:join|toString|valueOf|description)$/;
const searchers = /^(?:includes|indexOf|has|get)$/;

let api: API;
let project: Project;
let files: readonly string[];

beforeAll(() => {
  api = new API({ cwd: root });
  [project] = api.updateSnapshot({ openProjects: [`${root}tsconfig.json`] }).getProjects() as [Project];
  files = project.program
    .getSourceFileNames()
    .filter((name) => name.startsWith(`${root}src/`) && !name.startsWith(`${root}src/sandbox/`));
});
afterAll(() => api.close());

test('only what shows a sentence makes it a text', () => {
  const users = files
    .filter((name) => /\basText\b[^;]*from '[^']*errors\.js'/.test(project.program.getSourceFile(name)?.text ?? ''))
    .map((name) => name.slice(root.length));
  expect(users.length).toBeGreaterThan(10);
  expect(users.filter((name) => !showing.test(name))).toEqual([]);
});

// The compiler refuses methods, `+`, templates and what takes a text. It does not refuse these.
test('no other code compares a sentence with a text, or reads it in another way', () => {
  const found = files
    .map((name) => name.slice(root.length))
    .flatMap((name) => {
      const file = project.program.getSourceFile(`${root}${name}`);
      const uses = file ? usesIn(file) : [];
      const types = uses.length > 0 ? project.checker.getTypeAtLocation(uses.flat()) : [];
      const are = types.map((type) => type !== undefined && isOfSentences(project.checker.typeToString(type)));
      return uses.flatMap((nodes) => {
        const some = are.splice(0, nodes.length);
        // Two sentences may be the same.
        const isRead = some.includes(true) && (nodes.length === 1 || some.includes(false));
        return isRead ? [`${name}: ${nodes[0]?.parent.getText(file)}`] : [];
      });
    });
  expect(found).toContain('src/contract/errors.ts: sentence as string');
  expect(found.filter((each) => !showing.test(each))).toEqual([]);
});

/** What a sentence may be found out from: one that is read, or what is compared with one. */
function usesIn(file: ast.SourceFile): readonly (readonly ast.Node[])[] {
  const uses: (readonly ast.Node[])[] = [];
  const visit = (node: ast.Node): void => {
    if (ast.isBinaryExpression(node) && isEquality(node) && ![node.left, node.right].some(isEmpty))
      uses.push([node.left, node.right]);
    else if (ast.isTypeOfExpression(node) || ast.isAsExpression(node) || ast.isSwitchStatement(node))
      uses.push([node.expression]);
    else if (ast.isPropertyAccessExpression(node) && readers.test(node.name.text)) uses.push([node.expression]);
    else if (ast.isCallExpression(node)) uses.push(...usesOfCall(node));
    node.forEachChild(visit);
  };
  file.forEachChild(visit);
  return uses;
}

function usesOfCall({ expression, arguments: [given] }: ast.CallExpression): readonly (readonly ast.Node[])[] {
  if (!given) return [];
  if (ast.isIdentifier(expression)) return expression.text === 'String' ? [[given]] : [];
  if (!ast.isPropertyAccessExpression(expression)) return [];
  if (expression.name.text === 'stringify') return [[given]];
  return searchers.test(expression.name.text) ? [[expression.expression, given]] : [];
}

function isEquality({ operatorToken: { kind } }: ast.BinaryExpression): boolean {
  return /^(?:Equals|Exclamation)Equals/.test(ast.SyntaxKind[kind] ?? '');
}

function isEmpty(node: ast.Node): boolean {
  return (ast.isIdentifier(node) && node.text === 'undefined') || (ast.isStringLiteral(node) && node.text === '');
}

/** Whether it is a sentence, or several in an array, a set or a map. */
function isOfSentences(type: string): boolean {
  return /^(?:readonly |\()*(?:(?:Readonly)?(?:Set|Map)<)?(?:\w+ \| )*(?:Sentence\b|\(?symbol & \{ readonly isSentence)/.test(
    type,
  );
}
