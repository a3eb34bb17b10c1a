@echo off
rem Takes away what Install has put on this computer. Workbooks stay.
setlocal EnableExtensions DisableDelayedExpansion
call "%~dp0parts\common.cmd"
set "CODE=1"
if not exist "%PLACE%\bin\bangxl.exe" goto absent
"%PLACE%\bin\bangxl.exe" setup --remove
rmdir /s /q "%PLACE%" 2>nul
if exist "%PLACE%\tools\bangxl" goto in_use
type "%TEXTS%\removed.txt"
set "CODE=0"
goto end

:absent
type "%TEXTS%\absent.txt"
goto end

:in_use
type "%TEXTS%\in_use.txt"

:end
if defined CODEPAGE chcp %CODEPAGE% >nul
if not "%~1"=="/quiet" pause
exit /b %CODE%
