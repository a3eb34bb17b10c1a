' The macros of the buttons, in LibreOffice's Basic, which needs no Python. They call `bangxl.office.click` if Python can start.
'
' A LibreOffice that uses the system's Python looks for it along PATH. If a virtual environment comes first there, it finds
' no module uno, and a call into Python would crash LibreOffice, with all unsaved work.
'
' `bangxl.office.build` adds the function Refusal with the message in all languages, and a Sub for each button.
Option Explicit

Global PythonStarts As Boolean

Sub Press(action As String)
	If Not PythonStarts Then PythonStarts = CanStart()
	If PythonStarts Then
		createUnoService("org.bangxl.Click").trigger(action)
	Else
		MsgBox Refusal(Language()), 16, "BANG!"
	End If
End Sub

' Only the self-test calls this: the stamps have no button, as Excel requests them by itself.
Sub press_record_filled
	Press "record_filled"
End Sub

Function CanStart() As Boolean
	Dim home As String
	home = Expanded("${$LO_LIB_DIR/pythonloader.unorc:PYUNO_LOADER_PYTHONHOME}")
	If home <> "" Or Not FileExists("/usr/bin/python3") Then ' LibreOffice has a Python of its own
		CanStart = True
	Else
		CanStart = IsFirst()
		If Not CanStart Then CanStart = IsProven()
	End If
End Function

' Whether the first Python on PATH is the system's, and no variable points to another one.
Function IsFirst() As Boolean
	Dim folders As Variant, number As Integer
	If Environ("PYTHONHOME") <> "" Then Exit Function
	folders = Split(Environ("PATH"), ":")
	For number = 0 To UBound(folders)
		If FileExists(folders(number) & "/python3") Then
			IsFirst = (folders(number) = "/usr/bin")
			Exit Function
		End If
	Next
	IsFirst = True
End Function

' Whether the system's Python, started as LibreOffice would start it, finds its modules.
Function IsProven() As Boolean
	Dim extensions As Object, file As Object, script As String, library As String
	extensions = GetDefaultContext().getValueByName("/singletons/com.sun.star.deployment.PackageInformationProvider")
	script = ConvertFromURL(extensions.getPackageLocation("org.bangxl.click") & "/uno_probe.py")
	library = ConvertFromURL(Expanded("$LO_LIB_DIR"))
	file = createUnoService("com.sun.star.io.TempFile")
	Shell("/usr/bin/python3", 0, "-I """ & script & """ """ & library & """ """ & ConvertFromURL(file.Uri) & """", True)
	IsProven = FileLen(file.Uri) > 0
End Function

Function Expanded(text As String) As String
	Expanded = GetDefaultContext().getValueByName("/singletons/com.sun.star.util.theMacroExpander").expandMacros(text)
End Function

Function Language() As String
	Dim where(0) As New com.sun.star.beans.PropertyValue, settings As Object
	where(0).Name = "nodepath"
	where(0).Value = "org.openoffice.Setup/L10N"
	settings = createUnoService("com.sun.star.configuration.ConfigurationProvider")
	settings = settings.createInstanceWithArguments("com.sun.star.configuration.ConfigurationAccess", where())
	Language = Left(settings.getByName("ooLocale"), 2)
End Function
