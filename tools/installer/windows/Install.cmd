@echo off
rem Installs bangxl for this user out of this folder: no administrator, and no internet where there is a Python that fits.
setlocal EnableExtensions DisableDelayedExpansion
if not exist "%~dp0parts\uv.exe" goto packed
call "%~dp0parts\common.cmd"
type "%TEXTS%\begin.txt"
dir /r "%~dp0Install.cmd" 2>nul | find "Install.cmd:Zone.Identifier" >nul
if not errorlevel 1 type "%TEXTS%\blocked.txt"

set "FOUND="
set "UV_PYTHON_DOWNLOADS=never"
for %%V in (@PYTHONS@) do call :look %%V
set "UV_PYTHON_DOWNLOADS=manual"
if defined FOUND goto install
type "%TEXTS%\fetch.txt"
"%UV%" python install --no-bin --no-registry cpython-@FETCHED@-windows-x86_64-none
if errorlevel 1 goto no_python
set "FOUND=@FETCHED@"

:install
"%UV%" tool update-shell --quiet 2>nul
set "PATH=%UV_TOOL_BIN_DIR%;%PATH%"
"%UV%" tool install --offline --no-cache --no-index --find-links "%KIT%\wheels" --force --reinstall --python cpython-%FOUND%-windows-x86_64-none --excludes "%KIT%\without.txt" "bangxl==@VERSION@"
if errorlevel 1 goto failed
type "%TEXTS%\installed.txt"
set "ALSO="
reg query "HKLM\SOFTWARE\LibreOffice\UNO\InstallPath" >nul 2>nul
if not errorlevel 1 set "ALSO=--libreoffice"
"%UV_TOOL_BIN_DIR%\bangxl.exe" setup %ALSO%
"%UV_TOOL_BIN_DIR%\bangxl.exe" doctor
if errorlevel 1 goto almost
type "%TEXTS%\ready.txt"
set "CODE=0"
goto end

:packed
echo Unpack the whole zip first: right-click, Extract all. Then run Install there.
echo Prima estrarre tutto lo zip: clic destro, Estrai tutto. Poi avviare Install da li'.
echo Zuerst die ganze Zip-Datei entpacken: Rechtsklick, Alle extrahieren. Dann dort Install starten.
echo Snachala raspakujte ves' arkhiv (Izvlech' vsjo), zatem zapustite Install ottuda.
set "CODE=2"
goto end

:no_python
type "%TEXTS%\no_python.txt"
set "CODE=1"
goto end

:failed
type "%TEXTS%\failed.txt"
set "CODE=1"
goto end

:almost
type "%TEXTS%\almost.txt"
set "CODE=1"

:end
if defined CODEPAGE chcp %CODEPAGE% >nul
if not "%~1"=="/quiet" pause
exit /b %CODE%

:look
if defined FOUND exit /b 0
"%UV%" python find --no-project cpython-%1-windows-x86_64-none >nul 2>nul
if not errorlevel 1 set "FOUND=%1"
exit /b 0
