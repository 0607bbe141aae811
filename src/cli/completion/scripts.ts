import { candidatesFunction } from './candidates-function.js';
import type { CompletedCommand } from './command-tree.js';
import { fishScript } from './fish-script.js';

/** Writes the completion script of a shell. */
type WriteScript = (tree: readonly CompletedCommand[]) => string;

/** Completion scripts by shell. They contain all words, so that a completion starts no process. */
export const scripts: Readonly<Record<'bash' | 'zsh' | 'fish', WriteScript>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/**
 * bash splits words at `:` and `=`. So the script splits the line itself. It proposes only the part of a candidate
 * after the last of these characters.
 */
function bashScript(tree: readonly CompletedCommand[]): string {
  return `# Completion of docgraph for bash.
${candidatesFunction(tree)}
_docgraph() {
  local line=\${COMP_LINE:0:COMP_POINT} words current= candidate rest options=()
  read -ra words <<<"$line"
  if [[ $line != *[[:space:]] ]]; then
    current=\${words[\${#words[@]} - 1]}
    unset "words[\${#words[@]} - 1]"
  fi
  local prefix=\${current%"\${current##*[:=]}"}
  COMPREPLY=()
  while IFS=$'\\t' read -r candidate rest; do
    if [[ $candidate == :file ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(compgen -f -- "$current")
    elif [[ $candidate == "$current"* ]]; then
      if [[ $candidate == -* ]]; then options+=("$candidate"); else COMPREPLY+=("\${candidate#"$prefix"}"); fi
    fi
  done < <(_docgraph_candidates "\${words[@]:1}")
  if [[ $current == -* || \${#COMPREPLY[@]} -eq 0 ]]; then COMPREPLY+=("\${options[@]}"); fi
}

complete -F _docgraph docgraph
`;
}

function zshScript(tree: readonly CompletedCommand[]): string {
  return `#compdef docgraph
# Completion of docgraph for zsh.
${candidatesFunction(tree)}
_docgraph() {
  local line
  local -a candidates
  for line in "\${(@f)$(_docgraph_candidates "\${(@)words[2,CURRENT-1]}")}"; do
    case "$line" in
      '') ;;
      :file) _files ;;
      *$'\\t'*) candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
      *) candidates+=("\${line//:/\\\\:}") ;;
    esac
  done
  _describe docgraph candidates
}

if [ "\${funcstack[1]}" = _docgraph ]; then
  _docgraph "$@"
else
  compdef _docgraph docgraph
fi
`;
}
