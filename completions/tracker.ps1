# Completion for tracker in PowerShell 5.1 or newer. Add to the file named by $PROFILE:
# tracker completion powershell | Out-String | Invoke-Expression
#
# `tracker __complete` chooses what to offer from what tracker has seen before. It sends no request; its output is never evaluated.

# Quotes a text for the command line if it contains characters that are special in PowerShell.
function global:ConvertTo-TrackerText([string] $text) {
  if ($text -cmatch '^[\p{L}\p{Nd}_./:=+-]+$') { return $text }
  return "'" + ($text -creplace "['$([char] 0x2018)-$([char] 0x201b)]", '$0$0') + "'"
}

# Older versions drop quotes and empty words when they start a program.
function global:ConvertTo-TrackerWord([string] $word) {
  if ($PSVersionTable.PSVersion -ge [version] '7.3') { return $word }
  $quoted = $word -creplace '(\\*)"', '$1$1\"'
  if ($quoted -ceq '') { return '""' }
  return $quoted
}

Register-ArgumentCompleter -Native -CommandName tracker -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
      ForEach-Object {
        if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
      })
  $words += "$wordToComplete".TrimStart("'", '"')
  $words = @($words | ForEach-Object { ConvertTo-TrackerWord $_ })
  $encoding = [Console]::OutputEncoding
  try {
    [Console]::OutputEncoding = [System.Text.Encoding]::UTF8
    # Unquoted, -- would not reach the script that npm installs on Windows.
    $lines = @($null | tracker __complete powershell '--' @words 2>$null)
  } catch {
    $lines = @()
  } finally {
    [Console]::OutputEncoding = $encoding
  }
  # No result makes PowerShell complete file names; an empty text makes it complete nothing.
  if ($lines.Count -gt 0 -and -not "$($lines[0])".StartsWith('candidates')) { return }
  if ($lines.Count -lt 2) { return '' }
  foreach ($line in $lines[1..($lines.Count - 1)]) {
    $text, $title = "$line".Split([char[]] "`t", 2)
    $shown = if ($title) { "$text  $title" } else { $text }
    $tip = if ($title) { $title } else { $text }
    [System.Management.Automation.CompletionResult]::new((ConvertTo-TrackerText $text), $shown, 'ParameterValue', $tip)
  }
}
