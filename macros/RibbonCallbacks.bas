Attribute VB_Name = "RibbonCallbacks"
Option Explicit

' What the buttons of the tab BANG! do: Python runs the command on the workbook in front.
' The button's id is the action. Each action also has a macro of its own, for Alt+F8.
' Excel looks up callbacks by name in all open projects: the add-in bangxl.xlam has this project with BangAddin_ for BangRibbon_.

Private addinTab As Object ' only of the add-in: Excel's IRibbonUI

Public Sub BangRibbon_onAction(control As IRibbonControl)
    On Error GoTo Failed ' Excel's own message offers "End", which forgets the add-in's tab and events
    Listen
    Select Case control.ID
        Case "seat": Bang_seat
        Case "print": Bang_print
        Case "undo": Bang_undo
        Case "redo": Bang_redo
        Case "check": Bang_check
        Case "standings": Bang_standings
        Case "report": Bang_report
        Case "help": Bang_help
        Case "tonight": Bang_tonight
        Case "earlier": Bang_earlier
        Case "names": Bang_names
        Case "rename": Bang_rename
        Case "repair": Bang_repair
        Case "redraw": Bang_redraw
        Case "swap": Bang_swap
        Case "reopen": Bang_reopen
        Case "rule": Bang_rule
        Case "close": Bang_close
        Case "by_hand": Bang_by_hand
        Case "slip": Bang_slip
        Case "room": Bang_room
        Case "raffle": Bang_raffle
        Case "chat": Bang_chat
        Case "slips": Bang_slips
        Case "diplomas": Bang_diplomas
    End Select
    Exit Sub
Failed:
    MsgBox Err.Description, vbExclamation, "BANG!"
End Sub

Public Sub Bang_seat()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('seat')"
End Sub

Public Sub Bang_print()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('print')"
End Sub

Public Sub Bang_undo()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('undo')"
End Sub

Public Sub Bang_redo()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('redo')"
End Sub

Public Sub Bang_check()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('check')"
End Sub

Public Sub Bang_standings()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('standings')"
End Sub

Public Sub Bang_report()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('report')"
End Sub

Public Sub Bang_help()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('help')"
End Sub

Public Sub Bang_tonight()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('tonight')"
End Sub

Public Sub Bang_earlier()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('earlier')"
End Sub

Public Sub Bang_names()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('names')"
End Sub

Public Sub Bang_rename()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('rename')"
End Sub

Public Sub Bang_repair()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('repair')"
End Sub

Public Sub Bang_redraw()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('redraw')"
End Sub

Public Sub Bang_swap()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('swap')"
End Sub

Public Sub Bang_reopen()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('reopen')"
End Sub

Public Sub Bang_rule()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('rule')"
End Sub

Public Sub Bang_close()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('close')"
End Sub

Public Sub Bang_by_hand()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('by_hand')"
End Sub

Public Sub Bang_slip()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('slip')"
End Sub

Public Sub Bang_room()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('room')"
End Sub

Public Sub Bang_raffle()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('raffle')"
End Sub

Public Sub Bang_chat()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('chat')"
End Sub

Public Sub Bang_slips()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('slips')"
End Sub

Public Sub Bang_diplomas()
    RunPython "import bangxl.ribbon; bangxl.ribbon.click('diplomas')"
End Sub

' The self-test presses a button as Excel does: with a control, and of the add-in only where the tab lets people press it.
Public Sub BangRibbon_press(action As String)
    Dim button As New PressedButton, visible, enabled
    button.action = action
    visible = True
    enabled = True
    If IsAddin() Then
        BangRibbon_getVisible button, visible
        BangRibbon_getEnabled button, enabled
    End If
    If visible And enabled Then BangRibbon_onAction button
End Sub

' On a Mac Python has no other way to read what is not saved: a copy, where Python asks for it.
Public Sub Bang_copy(title As String, path As String)
    Workbooks(title).SaveCopyAs path
End Sub

' Only the add-in's tab calls these: Excel shows it for every workbook.
Public Sub BangRibbon_onLoad(ui As IRibbonUI)
    Set addinTab = ui
    Listen
End Sub

Public Sub BangRibbon_getEnabled(control As IRibbonControl, ByRef enabled)
    Listen
    enabled = IsOurs(ActiveWorkbook)
    If enabled And control.ID = "tonight" Then enabled = HasName(ActiveWorkbook, "Evening")
End Sub

Public Sub BangRibbon_getVisible(control As IRibbonControl, ByRef visible)
    visible = Not HasOwnTab(ActiveWorkbook)
End Sub

' After "End" Excel gives the tab again only to a new start: until then its buttons stay as they are. A pointer to it, kept
' somewhere, could be of a tab that is gone, and that would end Excel.
Public Sub BangRibbon_refresh()
    On Error Resume Next ' the tab may be gone
    If Not addinTab Is Nothing Then addinTab.Invalidate
End Sub

' The add-in hears of all workbooks, after "End" from its next callback on.
Private Sub Listen()
    If IsAddin() Then Set ThisWorkbook.App = Application
End Sub

Private Function IsAddin() As Boolean
    IsAddin = (LCase(Right(ThisWorkbook.Name, 5)) = ".xlam")
End Function

Public Function IsOurs(book As Object) As Boolean
    IsOurs = HasName(book, "Format_Version")
End Function

Private Function HasName(book As Object, title As String) As Boolean
    On Error Resume Next ' no workbook, or no such name
    HasName = (book.Names(title).Name <> "")
End Function

' Whether a workbook is an .xlsm of ours.
Public Function HasOwnTab(book As Object) As Boolean
    If IsOurs(book) Then HasOwnTab = (LCase(Right(book.Name, 5)) = ".xlsm")
End Function
